// The exports that run at the same time for one caller.
import type { LimitRule } from '../../limits/limits.ts'
import { TooManyRequests } from '../../limits/too-many-requests.ts'
import type { OrganizationTokenCaller, UserCaller } from '../../request/caller.ts'

/** Exports of one caller in this process; the window is the wait to try again. */
const perCaller: LimitRule = { name: 'exports:caller', max: 2, windowSeconds: 5 }

/** The caller who exports a list. */
type ExportCaller = UserCaller | OrganizationTokenCaller

/** Counts the exports of each caller. */
export interface ExportPlaces {
  /** Takes a place, and returns what gives it back; throws `TooManyRequests` where the caller has none left. */
  take(caller: ExportCaller): () => void
}

/** Creates the places of a process. */
export function createExportPlaces(): ExportPlaces {
  const counts = new Map<string, number>()
  return {
    take: (caller) => {
      const key = keyOf(caller)
      const running = counts.get(key) ?? 0
      if (running >= perCaller.max) throw new TooManyRequests(perCaller, perCaller.windowSeconds)
      counts.set(key, running + 1)
      return once(() => {
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      })
    },
  }
}

/** The pieces, after which `release` is called: also where they are not all taken, or none of them is. */
export function releasing(pieces: AsyncIterator<string>, release: () => void): AsyncIterableIterator<string> {
  const ended = { done: true, value: undefined } as const
  const close = async (): Promise<IteratorResult<string>> => {
    release()
    await pieces.return?.()
    return ended
  }
  const iterator: AsyncIterableIterator<string> = {
    next: async () => {
      try {
        const result = await pieces.next()
        if (result.done) release()
        return result
      } catch (error) {
        release()
        throw error
      }
    },
    return: close,
    throw: close,
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}

function keyOf(caller: ExportCaller): string {
  return caller.kind === 'user' ? caller.user.id : caller.tokenId
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
