// Whose test clocks this server advances: one of a user at a time, so that the clocks of one do not hold up those of everybody.
import type { Platform } from '#platform/platform.ts'

/** The advances that run just now, by the users who own their organizations. */
export interface AdvancePlaces {
  /** Takes the place of all these users. Undefined where one of them has an advance that runs: it then gives way after its run. */
  take(users: readonly string[]): AdvancePlace | undefined
}

/** The place of an advance that runs. */
export interface AdvancePlace {
  /** Gives the place back. Returns whether another advance of one of its users has waited for it. */
  leave(): boolean
}

const places = new WeakMap<Platform, AdvancePlaces>()

/** The places of this server. */
export function placesOf(platform: Platform): AdvancePlaces {
  const own = places.get(platform) ?? createAdvancePlaces()
  places.set(platform, own)
  return own
}

/** Creates the places of a server. */
export function createAdvancePlaces(): AdvancePlaces {
  const running = new Set<string>()
  const awaited = new Set<string>()
  return {
    take: (users) => {
      const busy = users.filter((user) => running.has(user))
      for (const user of busy) awaited.add(user)
      if (busy.length > 0) return undefined
      for (const user of users) running.add(user)
      return {
        leave: () => {
          const isAwaited = users.some((user) => awaited.has(user))
          for (const user of users) {
            running.delete(user)
            awaited.delete(user)
          }
          return isAwaited
        },
      }
    },
  }
}
