import { expect, test } from 'vitest'
import { webhookEventTypes } from '#operations/webhooks/model.ts'
import { allEvents, eventGroups } from './events.ts'

test('the picker offers every event that an endpoint may ask for, and no other', () => {
  expect([...allEvents].sort()).toEqual([...webhookEventTypes].sort())
})

test('each event stands in the group of its resource', () => {
  const misplaced = eventGroups.flatMap(({ name, events }) => events.filter((event) => !event.startsWith(`${name}.`)))
  expect(misplaced).toEqual([])
})
