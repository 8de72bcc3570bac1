import { expect, test } from 'vitest'
import { allEvents, eventGroups } from './events.ts'

test('the picker offers every event type once, in the group of its resource', () => {
  expect(eventGroups.flatMap(({ events }) => events).sort()).toEqual([...allEvents].sort())
  expect(new Set(eventGroups.map(({ name }) => name)).size).toBe(eventGroups.length)
  expect(eventGroups.flatMap(({ name, events }) => events.filter((event) => !event.startsWith(`${name}.`)))).toEqual([])
})
