/** What a page may hold and a successful call may have made old. */
export type Signal = 'session' | 'organizations' | 'activeOrganization' | 'activeMember'

/** Which calls (paths below /api/auth) refresh what. Every line that fits counts. */
const table: readonly (readonly [path: RegExp, refreshes: Signal])[] = [
  [/^\/organization\/(create|delete|update)$/, 'organizations'],
  [/^\/organization\//, 'activeOrganization'],
  [/^\/organization\/set-active$/, 'session'],
  [/^\/organization\/update-member-role$/, 'activeMember'],
  [/^\/(sign-out|update-user|delete-user|verify-email)$/, 'session'],
  [/^\/sign-(in|up)\//, 'session'],
]
const settle = 10

/** What a successful call to `path` makes old. */
export const signalsOf = (path: string): Signal[] => table.filter(([calls]) => calls.test(path)).map(([, signal]) => signal)

export interface Signals {
  /** Hears of a signal until the returned function is called. */
  readonly on: (signal: Signal, hear: () => void) => () => void
  /** Fires what the call made old, 10 ms after its success, when its cookies are in place. */
  readonly succeeded: (path: string) => void
}

export function createSignals(): Signals {
  const hearers = new Map<Signal, Set<() => void>>()
  return {
    on: (signal, hear) => {
      const those = hearers.get(signal) ?? new Set()
      hearers.set(signal, those.add(hear))
      return () => void those.delete(hear)
    },
    succeeded: (path) => {
      for (const signal of signalsOf(path)) {
        setTimeout(() => {
          for (const hear of hearers.get(signal) ?? []) hear()
        }, settle)
      }
    },
  }
}
