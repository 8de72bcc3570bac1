import type { Kind } from './kinds.ts'

/** What else was given, for defaults that depend on it. */
export interface Given {
  readonly isProduction: boolean
  readonly port: number
}

/** One setting: how it is read, what it is when nothing is given, and what the documents say of it. */
export interface Setting<T> {
  readonly kind: Kind<T>
  /** The value when nothing is given; a function of what else was given where it depends on it. */
  readonly default: NoInfer<T> | ((given: Given) => NoInfer<T>)
  /** How the default is told in the documents where the value itself does not say it. */
  readonly defaultTold?: string
  readonly sentence: string
  /** Other names it goes by, for those who move here. */
  readonly aliases?: readonly string[]
  /** Never shown, by `doctor` or in a fault. */
  readonly isSecret?: boolean
}

/** Declares a setting. */
export function setting<T>(declared: Setting<T>): Setting<T> {
  return declared
}
