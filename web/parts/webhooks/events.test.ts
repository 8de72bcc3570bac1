import { expect, test } from 'vitest'
import { webhookEventTypes } from '#operations/webhooks/model.ts'
import { allEvents, eventGroups } from './events.ts'

test('the picker offers every event type of the server, and no other', () => {
  expect([...allEvents].sort()).toEqual([...webhookEventTypes].sort())
})

test('each event is in the group of its resource', () => {
  const misplaced = eventGroups.flatMap(({ name, events }) => events.filter((event) => !event.startsWith(`${name}.`)))
  expect(misplaced).toEqual([])
})
