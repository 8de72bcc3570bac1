import { expect, test } from 'vitest'
import { joined, type RequestedEvents } from './requested-events.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 2, 12, hour))
const after = { createdAt: at(11), id: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22' }
const present: RequestedEvents = { since: at(10), until: at(12), includesDelivered: false, after }
const added = (since: number, includesDelivered = false): RequestedEvents => ({
  since: at(since),
  until: at(13),
  includesDelivered,
  after: null,
})

test.each([
  ['the first request begins', undefined, added(10), added(10)],
  ['one that asks for the same joins', present, added(10), { ...present, until: at(13) }],
  ['one for later events joins', present, added(11), { ...present, until: at(13) }],
  ['one for earlier events begins anew', present, added(9), { ...added(9), after: null }],
  ['one for accepted events begins anew, with the earlier time', present, added(11, true), { ...added(10, true), after: null }],
  [
    'one without accepted events joins one with them',
    { ...present, includesDelivered: true },
    added(10),
    { ...present, includesDelivered: true, until: at(13) },
  ],
])('%s', (_, before, request, result) => {
  expect(joined(before, request)).toEqual(result)
})
