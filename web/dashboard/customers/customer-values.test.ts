import { expect, test } from 'vitest'
import type { Customer } from '#client/index.ts'
import { check } from '#web/ui/inputs/rules.ts'
import { changedLabels, changesOf, creationOf, customerRules, valuesOf } from './customer-values.ts'

const empty = { ...valuesOf(null), email: ' zoe@example.com ' }
const customer = {
  email: 'zoe@example.com',
  name: 'Zoe',
  externalId: null,
  billingAddress: { country: 'US', line1: '1 Main St', line2: null, postalCode: '94105', city: 'San Francisco', state: 'US-CA' },
  taxId: ['911144442', 'us_ein'],
  isTaxExempt: false,
  metadata: { plan: 'solo' },
} as unknown as Customer

test('a new customer without an address has none', () => {
  expect(creationOf(empty, 'o1')).toEqual({
    organizationId: 'o1',
    email: 'zoe@example.com',
    name: null,
    externalId: null,
    billingAddress: null,
    taxId: null,
    isTaxExempt: false,
    metadata: {},
  })
})

test('an address without a country, and no email, are faults', () => {
  expect(check(customerRules, { ...empty, city: 'Paris' })).toHaveProperty('country')
  expect(check(customerRules, { ...empty, email: ' ' })).toHaveProperty('email')
  expect(check(customerRules, { ...empty, email: 'zoe' })).toHaveProperty('email')
  expect(check(customerRules, empty)).toBeNull()
})

test('an unchanged form sends nothing', () => {
  expect(changesOf(valuesOf(customer), customer)).toEqual({})
})

test.each([
  [{ name: '' }, { name: null }, 1],
  [{ taxId: '' }, { taxId: null }, 1],
  [{ isTaxExempt: true }, { isTaxExempt: true }, 1],
  [{ country: '' }, { billingAddress: null }, 1],
  [{ externalId: 'u1', email: 'zoe@else.example' }, { externalId: 'u1', email: 'zoe@else.example' }, 2],
  [{ pairs: [] }, { metadata: {} }, 1],
])('with %j the form sends %j', (changes, sent, labels) => {
  const body = changesOf({ ...valuesOf(customer), ...changes }, customer)
  expect(body).toEqual(sent)
  expect(changedLabels(body)).toHaveLength(labels)
})
