import { expect, test } from 'vitest'
import { create, isFreshlyVerified, isLive } from './rules.ts'

const NOON = new Date('2026-03-01T12:00:00.000Z')
const draft = { organizationId: 'o', customerId: 'c', checkoutId: null, isLimitedToCheckout: false }

test('a customer session lives for an hour, and has expired at the instant of its end', () => {
  const session = create(draft, { id: 's', now: NOON })
  expect(session).toEqual({ ...draft, verifiedEmail: null, id: 's', createdAt: NOON, expiresAt: new Date('2026-03-01T13:00:00.000Z') })
  expect([isLive(session, NOON), isLive(session, new Date('2026-03-01T12:59:59.999Z')), isLive(session, session.expiresAt)]).toEqual([
    true,
    true,
    false,
  ])
})

test.each([
  ['ada@x.io', '2026-03-01T12:00:00.000Z', true],
  ['ada@x.io', '2026-03-01T12:14:59.999Z', true],
  ['ada@x.io', '2026-03-01T12:15:00.000Z', false],
  ['other@x.io', '2026-03-01T12:00:00.000Z', false],
  [null, '2026-03-01T12:00:00.000Z', false],
])('a session that the address %s has opened at noon is a fresh verification at %s: %s', (verifiedEmail, at, expected) => {
  expect(isFreshlyVerified(create({ ...draft, verifiedEmail }, { id: 's', now: NOON }), 'ada@x.io', new Date(at))).toBe(expected)
})
