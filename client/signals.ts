/** Data of a page that a successful call may invalidate. */
export type Signal = 'session' | 'organizations' | 'activeOrganization' | 'activeMember'

/** The signals of each call (path below /api/auth). Every matching line applies. */
const table: readonly (readonly [path: RegExp, refreshes: Signal])[] = [
  [/^\/organization\/(create|delete|update)$/, 'organizations'],
  [/^\/organization\//, 'activeOrganization'],
  [/^\/organization\/set-active$/, 'session'],
  [/^\/organization\/update-member-role$/, 'activeMember'],
  [/^\/(sign-out|update-user|delete-user|verify-email)$/, 'session'],
  [/^\/sign-(in|up)\//, 'session'],
]
const settleMs = 10

/** The signals that a successful call to `path` fires. */
export const signalsOf = (path: string): Signal[] => table.filter(([calls]) => calls.test(path)).map(([, signal]) => signal)

export interface Signals {
  /** Listens for a signal until the returned function is called. */
  readonly on: (signal: Signal, listener: () => void) => () => void
  /** Fires the signals of a call 10 ms after its success, when its cookies are set. */
  readonly succeeded: (path: string) => void
}

export function createSignals(): Signals {
  const listeners = new Map<Signal, Set<() => void>>()
  return {
    on: (signal, listener) => {
      const registered = listeners.get(signal) ?? new Set()
      listeners.set(signal, registered.add(listener))
      return () => void registered.delete(listener)
    },
    succeeded: (path) => {
      for (const signal of signalsOf(path)) {
        setTimeout(() => {
          for (const listener of listeners.get(signal) ?? []) listener()
        }, settleMs)
      }
    },
  }
}
