import { expect, test } from 'vitest'
import type { ValidationRefusal } from '#kernel/refusal.ts'
import { create, isWatchedOtherwise, OWNER_EMAILS_PER_HOUR, reachesFurther, recipientsOf, remove, trigger, update } from './rules.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const later = new Date('2026-03-13T00:00:00.000Z')
const [id, organizationId, meterId, customerId] = ['a', 'o', 'm', 'c']
const draft = {
  name: 'Heavy use',
  meterId,
  customerId: null,
  threshold: 100,
  notifyMerchantEmail: true,
  notifyCustomerEmail: false,
  isEnabled: true,
  metadata: {},
}
const context = { hasMeter: true, hasCustomer: true, id, organizationId, now }
const alert = create(draft, context)
const off = { ...alert, isEnabled: false }

test('an alert names a meter and a customer of its organization', () => {
  expect(alert).toEqual({ ...draft, id, organizationId, createdAt: now, modifiedAt: null, deletedAt: null })
  try {
    create({ ...draft, customerId }, { ...context, hasMeter: false, hasCustomer: false })
    expect.unreachable()
  } catch (error) {
    expect((error as ValidationRefusal).problems.map(({ loc }) => loc)).toEqual([
      ['body', 'meter_id'],
      ['body', 'customer_id'],
    ])
  }
})

test('an update changes what it names, and nothing where that is the same', () => {
  expect(update(alert, {}, later)).toBe(alert)
  expect(update(alert, { threshold: 100, name: null }, later)).toBe(alert)
  expect(update(alert, { threshold: 50, isEnabled: false }, later)).toEqual({
    ...alert,
    threshold: 50,
    isEnabled: false,
    modifiedAt: later,
  })
  expect(remove(alert, later)).toEqual({ ...alert, deletedAt: later, modifiedAt: later })
})

test.each([
  ['a lower threshold', alert, { ...alert, threshold: 50 }, true, true],
  ['a higher threshold', alert, { ...alert, threshold: 150 }, true, false],
  ['another name', alert, { ...alert, name: 'Other' }, false, false],
  ['being disabled', alert, off, true, false],
  ['being enabled', off, alert, true, true],
  ['being enabled with a higher threshold', off, { ...alert, threshold: 150 }, true, true],
  ['a lower threshold while it is disabled', off, { ...off, threshold: 50 }, false, false],
])('%s changes what ingestions notice, or what present usage reaches', (_, from, to, isWatched, isFurther) => {
  expect([isWatchedOtherwise(from, to), reachesFurther(from, to)]).toEqual([isWatched, isFurther])
})

test('a trigger states the threshold and the usage of its moment', () => {
  const usage = { customerId, windowStart: null, consumed: 120.5 }
  expect(trigger(alert, usage, { id: 't', now })).toEqual({
    id: 't',
    organizationId,
    alertId: id,
    meterId,
    customerId,
    windowStart: null,
    threshold: 100,
    consumed: 120.5,
    triggeredAt: now,
  })
})

test.each([
  [true, true, 0, true, true],
  [true, false, OWNER_EMAILS_PER_HOUR - 1, true, false],
  [true, true, OWNER_EMAILS_PER_HOUR, false, true],
  [false, false, 0, false, false],
])('owners %s and customer %s, after %i triggers of the hour: %s, %s', (owners, customer, earlier, isForOwners, isForCustomer) => {
  const notified = { notifyMerchantEmail: owners, notifyCustomerEmail: customer }
  expect(recipientsOf(notified, earlier)).toEqual({ isForOwners, isForCustomer })
})
