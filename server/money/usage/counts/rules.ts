import { type Problem, valueProblem } from '#kernel/refusal.ts'
import type { EventDraft } from './model.ts'
import { isAhead } from './periods.ts'

/** The id of an event contains its time as UUID v7 writes it: milliseconds since 1970. */
const EARLIEST_MS = 0

/** The problems of sent events: a time ahead of the merchant's (rule E3), or one that no id can contain. */
export function eventProblems(events: readonly Pick<EventDraft, 'timestamp'>[], now: Date): Problem[] {
  return events.flatMap(({ timestamp }, index) => {
    if (timestamp === null) return []
    const loc = ['body', 'events', index, 'timestamp']
    if (isAhead(timestamp, now)) return [valueProblem(loc, 'The time of an event is in the past.')]
    return timestamp.getTime() < EARLIEST_MS ? [valueProblem(loc, 'The time of an event is in 1970 or later.')] : []
  })
}

/** The problems of events of customers that do not exist: an external id may be in advance of its customer, an id may not (rule E4). */
export function customerProblems(events: readonly Pick<EventDraft, 'customer'>[], existing: ReadonlySet<string>): Problem[] {
  return events.flatMap(({ customer }, index) =>
    'id' in customer && !existing.has(customer.id)
      ? [valueProblem(['body', 'events', index, 'customer_id'], 'There is no customer with this id.')]
      : [],
  )
}

/** The first event with each id of its sender. */
export function withoutRepeats<Event extends { readonly externalId: string | null }>(events: readonly Event[]): readonly Event[] {
  const seen = new Set<string>()
  return events.filter(({ externalId }) => {
    if (externalId === null) return true
    const isFirst = !seen.has(externalId)
    seen.add(externalId)
    return isFirst
  })
}
