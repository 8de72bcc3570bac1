import { expect, test } from 'vitest'
import type { Customer } from '#client/index.ts'
import { check } from '#web/ui/inputs/rules.ts'
import { customerForm } from './fields.ts'

const { valuesOf, creation, changes, rules, labelsOf } = customerForm

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
  expect(creation(empty, { organizationId: 'o1' })).toEqual({
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
  expect(check(rules, { ...empty, city: 'Paris' })).toHaveProperty('country')
  expect(check(rules, { ...empty, email: ' ' })).toHaveProperty('email')
  expect(check(rules, { ...empty, email: 'zoe' })).toHaveProperty('email')
  expect(check(rules, empty)).toBeNull()
})

test('an unchanged form sends nothing', () => {
  expect(changes(valuesOf(customer), customer)).toEqual({})
})

test.each([
  [{ name: '' }, { name: null }, 1],
  [{ taxId: '' }, { taxId: null }, 1],
  [{ isTaxExempt: true }, { isTaxExempt: true }, 1],
  [{ country: '' }, { billingAddress: null }, 1],
  [{ externalId: 'u1', email: 'zoe@else.example' }, { externalId: 'u1', email: 'zoe@else.example' }, 2],
  [{ metadata: [] }, { metadata: {} }, 1],
])('with %j the form sends %j', (change, sent, labels) => {
  const body = changes({ ...valuesOf(customer), ...change }, customer)
  expect(body).toEqual(sent)
  expect(labelsOf(body)).toHaveLength(labels)
})
