import { expect, test } from 'vitest'
import { isShown, organizationsOf, ownFilters, portalActionFault } from './rules.ts'

const allowed = { allowsCustomerUpdates: true, isLimited: false, target: { isArchived: false } }

test.each([
  ['change_product', {}, null],
  ['change_product', { allowsCustomerUpdates: false }, 'NotPermitted'],
  ['change_product', { isLimited: true }, 'NotPermitted'],
  ['change_product', { target: { isArchived: true } }, 'RequestValidationError'],
  ['change_product', { target: null }, 'RequestValidationError'],
  ['change_product', { allowsCustomerUpdates: false, target: null }, 'NotPermitted'],
  ['cancel', { allowsCustomerUpdates: false, target: null }, null],
  ['uncancel', { allowsCustomerUpdates: false, target: null }, null],
  ['revoke', {}, 'NotPermitted'],
] as const)('a customer who wants to %s with %j gets %s', (action, context, fault) => {
  expect(portalActionFault(action, { ...allowed, ...context })).toBe(fault)
})

const whole = { organizationId: 'o', customerId: 'c', isLimited: false, checkoutId: null }
const limited = { ...whole, isLimited: true, checkoutId: 'k' }

test.each([
  [whole, { customerId: 'c', checkoutId: null }, true],
  [whole, { customerId: 'c', checkoutId: 'other' }, true],
  [whole, { customerId: 'd', checkoutId: null }, false],
  [limited, { customerId: 'c', checkoutId: 'k' }, true],
  [limited, { customerId: 'c', checkoutId: 'other' }, false],
  [limited, { customerId: 'c', checkoutId: null }, false],
  [limited, { customerId: 'd', checkoutId: 'k' }, false],
  [{ ...limited, checkoutId: null }, { customerId: 'c', checkoutId: null }, false],
] as const)('the session %j shows %j: %s', (caller, resource, shows) => {
  expect(isShown(caller, resource)).toBe(shows)
})

test('a list is of the organization of the session, and of none where the query names others alone', () => {
  expect([organizationsOf(whole, undefined), organizationsOf(whole, ['x', 'o']), organizationsOf(whole, ['x'])]).toEqual([['o'], ['o'], []])
  expect([ownFilters(whole), ownFilters(limited)]).toEqual([{ customer_id: ['c'] }, { customer_id: ['c'], checkout_id: ['k'] }])
})
