import type { LimitRule } from './limits.ts'

/** The maximum number of keys in one window. At more, the window ends early. */
const KEYS_MAX = 100_000

/**
 * Creates a counter in the memory of this process whose count starts anew with each window, however steadily the calls come: a caller that
 * stays below the limit of a window never meets it. (The windows of `Limits` end only with a pause.) Each call counts one for the key
 * and returns the seconds to wait if that exceeds the limit, otherwise 0.
 */
export function windowCounter({ max, windowSeconds }: LimitRule, keysMax = KEYS_MAX): (key: string, now: Date) => number {
  const counts = new Map<string, number>()
  const windowMs = windowSeconds * 1000
  let window = 0
  return (key, now) => {
    const current = Math.floor(now.getTime() / windowMs)
    const count = (current === window ? (counts.get(key) ?? 0) : 0) + 1
    if (current !== window || counts.size >= keysMax) counts.clear()
    window = current
    counts.set(key, Math.min(count, max + 1))
    return count > max ? Math.ceil(((current + 1) * windowMs - now.getTime()) / 1000) : 0
  }
}
