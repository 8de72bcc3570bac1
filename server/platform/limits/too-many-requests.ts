import type { LimitRule } from './limits.ts'

/** Thrown when a limit is exceeded: the limit, and the seconds to wait. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests'
  readonly rule: LimitRule
  readonly waitSeconds: number

  constructor(rule: LimitRule, waitSeconds: number) {
    super(`The limit ${rule.name} is exceeded.`)
    this.rule = rule
    this.waitSeconds = waitSeconds
  }
}
