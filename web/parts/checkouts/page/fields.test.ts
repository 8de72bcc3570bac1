import { expect, test } from 'vitest'
import type { CallError } from '#client/http.ts'
import { type FormCheckout, type FormValues, requiredFields } from './fields.ts'
import { faultsFrom, isClosed, messageOf } from './refusals.ts'

const refusal = (path: string, type: string) =>
  ({
    code: 'RequestValidationError',
    status: 422,
    message: '',
    fields: [{ path, message: 'Input of the server', type, ctx: {} }],
  }) as unknown as CallError

test.each([
  ['customer_email', 'value_error', { email: 'Enter an e-mail address such as name@example.com.' }],
  ['customer_name', 'missing', { name: 'Enter the name on the card.' }],
  ['customer_billing_address.postal_code', 'value_error', { postalCode: 'Check this field.' }],
  ['customer_billing_address.country', 'missing', { country: 'Choose a country.' }],
])('a problem at %s of the type %s shows no sentence of the server', (path, type, faults) => {
  expect(faultsFrom(refusal(path, type))).toEqual(faults)
  expect(messageOf(refusal(path, type))).toBe('Check the highlighted fields.')
})

test('a problem that belongs to no field does not point at highlighted fields', () => {
  expect(faultsFrom(refusal('metadata', 'value_error'))).toEqual({})
  expect(messageOf(refusal('metadata', 'value_error'))).toBe('Something went wrong on our side. Try again: you won’t be charged twice.')
})

test('while the tax cannot be worked out, the buyer is not sent to the country', () => {
  const error = refusal('customer_billing_address', 'tax_unavailable')
  expect(faultsFrom(error)).toEqual({})
  expect(messageOf(error)).toMatch(/^The tax can’t be worked out right now\. Nothing was charged\./)
})

test('a buyer who has a subscription already reads so, and the checkout stays open', () => {
  const error = { code: 'AlreadyActiveSubscriptionError', status: 403, message: '', fields: [] } as unknown as CallError
  expect(isClosed(error)).toBe(false)
  expect(messageOf(error)).toMatch(/^This e-mail address already has a subscription here\./)
})

test.each([
  ['FR', false],
  ['DE', false],
  ['US', true],
  ['CA', true],
])('a business in %s has to enter a state: %s', (country, needsState) => {
  const customerBillingAddressFields = { country: true, state: true, city: true, postalCode: true, line1: true, line2: false }
  const checkout = { customerBillingAddressFields, isPaymentFormRequired: true, organization: { mode: 'test' } } as unknown as FormCheckout
  const required = requiredFields(checkout, { country, isBusiness: true } as FormValues)
  expect([required.has('state'), required.has('city'), required.has('businessName')]).toEqual([needsState, true, true])
})
