// Whose test clocks this process advances: one of a person at a time, so that the clocks of one do not hold up those of everybody.

/** The advances that run just now, by the people who own their organizations. */
export interface AdvancePlaces {
  /** Takes the place of all these people. Undefined where one of them has an advance that runs: it then gives way after its run. */
  take(people: readonly string[]): AdvancePlace | undefined
}

/** The place of an advance that runs. */
export interface AdvancePlace {
  /** Gives the place back. Returns whether another advance of one of its people has waited for it. */
  leave(): boolean
}

/** Creates the places of a process. */
export function createAdvancePlaces(): AdvancePlaces {
  const running = new Set<string>()
  const awaited = new Set<string>()
  return {
    take: (people) => {
      const busy = people.filter((person) => running.has(person))
      for (const person of busy) awaited.add(person)
      if (busy.length > 0) return undefined
      for (const person of people) running.add(person)
      return {
        leave: () => {
          const isAwaited = people.some((person) => awaited.has(person))
          for (const person of people) {
            running.delete(person)
            awaited.delete(person)
          }
          return isAwaited
        },
      }
    },
  }
}
