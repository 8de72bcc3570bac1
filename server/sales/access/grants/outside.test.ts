import { describe, expect, test } from 'vitest'
import { done, permanent, transient } from '#merchant/linked-accounts/model.ts'
import type { BenefitGrant } from './model.ts'
import { afterGive, afterTake, beforeGive, decisiveGrant, nextStep, nextTask, type OutsideGrant } from './outside.ts'
import { create, endEntitlement, fail, succeed } from './rules.ts'

const NOON = new Date('2026-03-01T12:00:00.000Z')
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
const draft = { organizationId: 'o', customerId: 'c', benefitId: 'b', orderId: 'x', subscriptionId: null }
const created = create(draft, { id: 'g', now: NOON })
const role = { role: '1' }
const held = { accountId: 'ada', target: 'role', level: 0 }
const properties = { account_id: 'ada', ...role }
const granted = succeed(created, { properties, benefitProperties: role, periodStart: null, now: NOON }).next
const waiting: OutsideGrant = { grant: created, held: null, target: 'role', level: 0, isApplied: false }
const complete: OutsideGrant = { grant: granted, held, target: 'role', level: 0, isApplied: true }
const ended: OutsideGrant = { ...complete, grant: endEntitlement(granted) }
/** A grant whose answer was lost: it may have the access. */
const attempted: OutsideGrant = { ...waiting, grant: beforeGive(created, properties), held }
const at = (own: OutsideGrant, level: number): OutsideGrant => ({ ...own, level, held: own.held && { ...own.held, level } })
const revoked = { ...endEntitlement(granted), revokedAt: NOON }
const down = { code: 'service_failed', sentence: 'It is down.' } as const
const failed = (type: 'TRANSIENT' | 'PERMANENT' | 'ACTION_REQUIRED') => fail(created, { type, message: 'No.', code: null }, NOON).next

describe('the next step', () => {
  test.each<[string, OutsideGrant, readonly OutsideGrant[], string | null]>([
    ['a new grant', waiting, [], 'give'],
    ['one that has all', complete, [], null],
    ['one whose benefit has another permission', { ...complete, isApplied: false }, [], 'give'],
    ['one whose benefit has another role', { ...complete, target: 'other', isApplied: false }, [], 'take'],
    ['one whose customer has chosen another account', { ...complete, grant: { ...granted, chosenAccountId: 'maya' } }, [], 'take'],
    ['one whose customer has chosen the same account', { ...complete, grant: { ...granted, chosenAccountId: 'ada' } }, [], null],
    ['a revoked one', ended, [], 'take'],
    ['a revoked one that shares its access', ended, [complete], 'release'],
    ['a revoked one beside one for another account', ended, [{ ...complete, held: { ...held, accountId: 'maya' } }], 'take'],
    ['a revoked one beside one that waits', ended, [waiting], 'take'],
    ['a revoked one that never had access', { ...waiting, grant: endEntitlement(created) }, [], 'release'],
    ['one whose answer was lost', attempted, [], 'give'],
    ['a revoked one whose answer was lost', { ...attempted, grant: endEntitlement(attempted.grant) }, [], 'take'],
    ['a revoked one beside one whose answer was lost', ended, [attempted], 'take'],
    ['a revoked one beside one of a lower level', at(ended, 2), [at(complete, 1)], 'lower'],
    ['a revoked one beside one of the same level', at(ended, 1), [at(complete, 1)], 'release'],
    ['a revoked one beside one of a higher level', at(ended, 1), [at(complete, 2)], 'release'],
    ['a revoked one between a lower and a higher one', at(ended, 1), [at(complete, 0), at(complete, 2)], 'release'],
    ['a revoked one beside a revoked one of a lower level', at(ended, 2), [at(ended, 1)], 'take'],
    ['one that is undone', { ...waiting, grant: revoked }, [], null],
    ['one that failed for now', { ...waiting, grant: failed('TRANSIENT') }, [], null],
    ['one that failed for good', { ...waiting, grant: failed('PERMANENT') }, [], null],
    ['one that waits for its customer', { ...waiting, grant: failed('ACTION_REQUIRED') }, [], null],
  ])('of %s', (_, own, others, step) => expect(nextStep(own, others, NOON)).toBe(step))

  test('of one that failed for now comes when it is due', () => {
    const grant = failed('TRANSIENT')
    expect([nextStep({ ...waiting, grant }, [], later(14)), nextStep({ ...waiting, grant }, [], later(15))]).toEqual([null, 'give'])
  })

  test('gives before it takes, so that what is shared stays', () => {
    expect(nextTask([ended, waiting], NOON)).toEqual({ step: 'give', own: waiting })
    expect(nextTask([complete], NOON)).toBeNull()
  })
})

describe('the level of an access that grants share', () => {
  const decided = (step: 'give' | 'lower', own: OutsideGrant, others: readonly OutsideGrant[]) =>
    decisiveGrant([own, ...others], { step, own }, 'ada').level

  test.each<[string, OutsideGrant, readonly OutsideGrant[], number]>([
    ['alone', at(waiting, 1), [], 1],
    ['beside a higher one', at(waiting, 1), [at(complete, 2)], 2],
    ['beside a lower one', at(waiting, 2), [at(complete, 1)], 2],
    ['beside a higher one that is revoked', at(waiting, 1), [at(ended, 2)], 1],
    ['beside a higher one that waits', at(waiting, 1), [at(waiting, 2)], 1],
    ['beside a higher one elsewhere', at(waiting, 1), [{ ...at(complete, 2), target: 'other' }], 1],
    ['beside a higher one of another account', at(waiting, 1), [{ ...at(complete, 2), held: { ...held, accountId: 'maya' } }], 1],
    ['that its benefit lowers, beside a lower one', { ...at(complete, 0), held: { ...held, level: 3 } }, [at(complete, 1)], 1],
  ])('of one that is given %s', (_, own, others, level) => expect(decided('give', own, others)).toBe(level))

  test('is that of the highest grant that stays when one ends', () => {
    expect(decided('lower', at(ended, 4), [at(complete, 0), at(complete, 2), at(ended, 3)])).toBe(2)
  })
})

const give = (grant: BenefitGrant, outcome: Parameters<typeof afterGive>[1]['outcome']) =>
  afterGive(grant, { outcome, benefitProperties: role }, NOON)

describe('the answer of a service', () => {
  test('to a grant that was revoked meanwhile is recorded, so that the access is taken again', () => {
    const { next, events } = give(endEntitlement(created), done(properties))
    expect(next).toMatchObject({ isEntitled: false, grantedAt: null, properties })
    expect(events).toEqual([])
    expect(nextStep({ ...waiting, grant: next, held }, [], NOON)).toBe('take')
    expect(afterTake(next, done(), NOON)).toMatchObject({ next: { properties: {}, revokedAt: NOON }, events: ['benefit_grant.revoked'] })
    const grant = endEntitlement(created)
    expect(give(grant, transient(down))).toEqual({ next: grant, events: [] })
  })

  test('that is lost leaves what the grant may have, until one comes', () => {
    const before = beforeGive(created, properties)
    expect(give(before, transient(down)).next).toMatchObject({ attemptedAccess: properties, error: { type: 'TRANSIENT' } })
    expect(give(endEntitlement(before), transient(down)).next.attemptedAccess).toEqual(properties)
    expect(give(before, permanent('member_banned')).next.attemptedAccess).toBeNull()
    expect(give(before, done(properties)).next).toMatchObject({ attemptedAccess: null, properties })
    expect(afterTake(endEntitlement(before), done(), NOON).next).toMatchObject({ attemptedAccess: null, revokedAt: NOON })
  })

  test('to one that is granted again while its access is taken leaves it to the next step', () => {
    const { next, events } = afterTake(granted, done(), NOON)
    expect([next.properties, next.isEntitled, events]).toEqual([{}, true, []])
    expect(nextStep({ ...waiting, grant: next }, [], NOON)).toBe('give')
  })

  test('is an error where it cannot succeed, also of a revoked grant', () => {
    expect(give(created, permanent('member_banned'))).toMatchObject({
      next: {
        error: { type: 'PERMANENT', message: 'The member is banned from the Discord server.', code: 'member_banned' },
        nextAttemptAt: null,
        benefitProperties: role,
      },
      events: ['benefit_grant.created'],
    })
    const { next } = afterTake(endEntitlement(granted), permanent('bot_missing'), NOON)
    expect(next).toMatchObject({ revokedAt: NOON, error: { type: 'PERMANENT' }, properties })
    expect(nextStep({ ...ended, grant: next }, [], later(1))).toBeNull()
    // A later attempt by hand succeeds.
    expect(afterTake(next, done(), NOON)).toMatchObject({ next: { error: null, properties: {} }, events: ['benefit_grant.updated'] })
  })
})
