import { expect, test } from 'vitest'
import { additionalEventTypes, emittedEventTypes } from '#kernel/webhook-events.ts'
import { allEvents, eventGroups, unavailableEvents } from './events.ts'

const shown = (...chosen: readonly string[]) => eventGroups(new Set(chosen)).flatMap(({ events }) => events)

test('the picker offers every event type that happens once, in the group of its resource, and names the others', () => {
  const groups = eventGroups(new Set())
  expect(shown().sort()).toEqual([...emittedEventTypes, ...additionalEventTypes].sort())
  const isNamed = (event: string) => unavailableEvents.includes(event) || unavailableEvents.includes(event.replace(/\..*/, '.*'))
  expect(allEvents.filter((event) => !isNamed(event)).sort()).toEqual(shown().sort())
  expect(unavailableEvents).toContain('benefit_grant.*')
  expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length)
  expect(groups.flatMap(({ name, events }) => events.filter((event) => !event.startsWith(`${name}.`)))).toEqual([])
})

test('an event type that is chosen already is shown, though it does not happen yet', () => {
  expect(shown('benefit_grant.created')).toEqual(allEvents.filter((event) => [...shown(), 'benefit_grant.created'].includes(event)))
})
