import { describe, expect, test } from 'vitest'
import type { BenefitGrant } from './model.ts'
import {
  ATTEMPTS_MAXIMUM,
  create,
  cycle,
  DAILY_ATTEMPTS,
  differenceOf,
  endEntitlement,
  entitle,
  fail,
  failRevocation,
  type GrantFailure,
  hasAccessByOrder,
  hasAccessBySubscription,
  isCycledBy,
  retryDelay,
  revoke,
  succeed,
} from './rules.ts'

const NOON = new Date('2026-03-01T12:00:00.000Z')
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
const scope = { organizationId: 'o', orderId: null, subscriptionId: 's' }
const created = create({ ...scope, customerId: 'c', benefitId: 'b' }, { id: 'g', now: NOON })
const success = { properties: { account: '1' }, benefitProperties: { role: 'x' }, periodStart: NOON, now: later(1) }
const granted = succeed(created, success).next
const transient: GrantFailure = { type: 'TRANSIENT', message: 'The provider does not answer.', code: 'service_failed' }

test('delays double from 15 seconds to an hour, and the provider may ask for a longer one', () => {
  const delays = Array.from({ length: ATTEMPTS_MAXIMUM - 1 }, (_, at) => retryDelay(at + 1))
  expect(delays).toEqual([15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
  expect([retryDelay(3, 900), retryDelay(3, 5)]).toEqual([900, 60])
})

describe('access', () => {
  test.each([
    ['pending', false, false],
    ['paid', false, true],
    ['partially_refunded', false, true],
    ['refunded', false, true],
    ['paid', true, false],
  ] as const)('by an order that is %s, withdrawn: %s', (status, isWithdrawn, expected) => {
    expect(hasAccessByOrder({ status, isWithdrawn })).toBe(expected)
  })

  test.each([
    ['incomplete', null, false],
    ['trialing', null, true],
    ['active', null, true],
    ['past_due', later(1), true],
    ['past_due', NOON, false],
    ['unpaid', null, false],
    ['canceled', null, false],
  ] as const)('by a subscription that is %s, whose access ends at %s', (status, accessEndsAt, expected) => {
    expect(hasAccessBySubscription({ subscription: { status }, accessEndsAt }, NOON)).toBe(expected)
  })
})

test('a change of the product revokes what it does not have any more, grants what is new, and leaves what both have', () => {
  const grants = ['b1', 'b2'].map((benefitId) => ({ ...granted, benefitId }))
  const revoked = { ...revoke({ ...granted, benefitId: 'b4' }, NOON).next }
  const [one, two] = grants as [BenefitGrant, BenefitGrant]
  expect(differenceOf(['b2', 'b3', 'b4'], [one, two, revoked])).toEqual({
    missing: ['b3'],
    again: [revoked],
    surplus: [one],
    common: [two],
  })
})

test('a grant is announced once, and revoked and granted again in its row', () => {
  expect(succeed(created, success)).toEqual({
    next: {
      ...created,
      properties: { account: '1' },
      benefitProperties: { role: 'x' },
      periodStart: NOON,
      grantedAt: later(1),
      modifiedAt: later(1),
    },
    events: ['benefit_grant.created'],
  })
  expect(succeed(granted, { ...success, now: later(2) })).toMatchObject({
    next: { grantedAt: later(1) },
    events: ['benefit_grant.updated'],
  })
  const revoked = revoke(granted, later(3))
  expect(revoked).toMatchObject({
    next: { isEntitled: false, revokedAt: later(3), grantedAt: later(1) },
    events: ['benefit_grant.revoked'],
  })
  expect(succeed(entitle(revoked.next), { ...success, now: later(4) })).toMatchObject({
    next: { isEntitled: true, grantedAt: later(4), revokedAt: null },
    events: ['benefit_grant.created'],
  })
})

describe('a failed attempt', () => {
  test('is repeated, and announced once however often it fails alike', () => {
    const first = fail(created, transient, NOON)
    expect(first).toMatchObject({
      next: {
        attempts: 1,
        nextAttemptAt: later(15),
        error: { type: 'TRANSIENT', message: transient.message, timestamp: NOON.toISOString(), code: 'service_failed' },
      },
      events: ['benefit_grant.created'],
    })
    const second = fail(first.next, { ...transient, retryAfterSeconds: 120 }, later(15))
    expect(second).toMatchObject({ next: { attempts: 2, nextAttemptAt: later(135) }, events: [] })
    expect(succeed(second.next, success)).toMatchObject({ next: { error: null, attempts: 0 }, events: ['benefit_grant.updated'] })
  })

  test('is repeated once a day for a week after the last one', () => {
    let grant = created
    for (let attempt = 0; attempt < ATTEMPTS_MAXIMUM; attempt += 1) grant = fail(grant, transient, NOON).next
    expect(grant).toMatchObject({ attempts: ATTEMPTS_MAXIMUM, nextAttemptAt: later(86_400), error: { type: 'RETRIES_EXHAUSTED' } })
    for (let day = 0; day < DAILY_ATTEMPTS; day += 1) grant = fail(grant, transient, NOON).next
    expect(grant).toMatchObject({ nextAttemptAt: null, error: { type: 'RETRIES_EXHAUSTED' } })
  })

  test('to revoke keeps the grant until the last one, and then the error', () => {
    let outcome = failRevocation(endEntitlement(granted), transient, NOON)
    expect(outcome).toMatchObject({ next: { revokedAt: null, attempts: 1, nextAttemptAt: later(15) }, events: [] })
    for (let attempt = 1; attempt < ATTEMPTS_MAXIMUM; attempt += 1) outcome = failRevocation(outcome.next, transient, NOON)
    expect(outcome).toMatchObject({
      next: { revokedAt: NOON, error: { type: 'RETRIES_EXHAUSTED' }, nextAttemptAt: later(86_400) },
      events: ['benefit_grant.revoked'],
    })
    expect(failRevocation(outcome.next, transient, NOON).events).toEqual([])
  })

  test.each(['ACTION_REQUIRED', 'PERMANENT'] as const)('is not repeated where it is %s', (type) => {
    expect(fail(created, { type, message: 'No.', code: null }, NOON)).toMatchObject({
      next: { nextAttemptAt: null, error: { type } },
      events: ['benefit_grant.created'],
    })
  })
})

test('a paid renewal cycles what was granted for an earlier period, once', () => {
  const start = later(2_592_000)
  expect(isCycledBy(granted, start)).toBe(true)
  const cycled = cycle(granted, { ...success, periodStart: start, now: start })
  expect(cycled).toMatchObject({ next: { periodStart: start, grantedAt: later(1) }, events: ['benefit_grant.cycled'] })
  expect([isCycledBy(cycled.next, start), isCycledBy(revoke(granted, NOON).next, start), isCycledBy(created, start)]).toEqual([
    false,
    false,
    false,
  ])
})
