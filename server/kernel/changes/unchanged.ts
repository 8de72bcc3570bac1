import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from './outcome.ts'

/** When a state was changed last: no change by itself. */
const TIMES: ReadonlySet<string> = new Set(['modifiedAt', 'updatedAt'])

/** Whether two values are the same; the order of keys does not matter. */
export function haveEqualValues(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other)
}

/** The next state of an update, or the present one itself where nothing but the time of the change differs. */
export function orUnchanged<State extends object>(present: State, next: State): State {
  const fields = Object.keys({ ...present, ...next }).filter((field) => !TIMES.has(field)) as (keyof State)[]
  return fields.every((field) => isDeepStrictEqual(next[field], present[field])) ? present : next
}

/** The outcome of an update. Where nothing changes, `next` is the present state itself, and there are no events: nothing is written. */
export function changeOf<State extends object, Event extends string>(
  present: State,
  outcome: Outcome<State, Event>,
): Outcome<State, Event> {
  const next = orUnchanged(present, outcome.next)
  return next === present ? { next, events: [] } : outcome
}
