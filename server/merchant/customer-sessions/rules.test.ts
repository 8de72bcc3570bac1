import { expect, test } from 'vitest'
import { create, isLive } from './rules.ts'

const NOON = new Date('2026-03-01T12:00:00.000Z')
const draft = { organizationId: 'o', customerId: 'c', checkoutId: null, isLimitedToCheckout: false }

test('a customer session lives for an hour, and has expired at the instant of its end', () => {
  const session = create(draft, { id: 's', now: NOON })
  expect(session).toEqual({ ...draft, id: 's', createdAt: NOON, expiresAt: new Date('2026-03-01T13:00:00.000Z') })
  expect([isLive(session, NOON), isLive(session, new Date('2026-03-01T12:59:59.999Z')), isLive(session, session.expiresAt)]).toEqual([
    true,
    true,
    false,
  ])
})
