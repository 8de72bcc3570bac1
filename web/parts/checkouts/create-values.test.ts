import { expect, test } from 'vitest'
import type { CallError } from '#client/index.ts'
import { check } from '#web/ui/inputs/rules.ts'
import { faultsOfRefusal } from '../field-faults.ts'
import { checkoutRefusals, checkoutRules } from './create-values.ts'

const values = { productId: 'p', email: '', successUrl: '' }
const EMAIL = 'Enter an e-mail address such as name@example.com.'
const URL_FAULT = 'Enter a URL that starts with https:// or http://.'

test.each([
  [{}, null],
  [{ productId: '' }, { productId: 'Choose a product.' }],
  [{ email: ' elin@northwind.example ' }, null],
  [{ email: 'elin' }, { email: EMAIL }],
  [{ successUrl: ' https://northwind.example/thanks ' }, null],
  [{ successUrl: 'not a url' }, { successUrl: URL_FAULT }],
  [{ successUrl: 'javascript:alert(1)' }, { successUrl: URL_FAULT }],
  [{ successUrl: 'https://' }, { successUrl: URL_FAULT }],
])('the form with %j has the faults %j before it is sent', (changed, faults) => {
  expect(check(checkoutRules, { ...values, ...changed })).toEqual(faults)
})

const refusal = (path: string, type: string) =>
  ({
    code: 'RequestValidationError',
    status: 422,
    message: '',
    fields: [{ path, message: 'Input of the server', type, ctx: {} }],
  }) as unknown as CallError

test.each([
  ['success_url', 'url_parsing', { successUrl: URL_FAULT }],
  ['success_url', 'a_new_type', { successUrl: URL_FAULT }],
  ['customer_email', 'value_error', { email: EMAIL }],
  ['products.0', 'value_error', { productId: 'This value isn’t valid.' }],
])('a problem at %s of the type %s shows no sentence of the server', (path, type, faults) => {
  expect(faultsOfRefusal(refusal(path, type), ['productId', 'email', 'successUrl'], checkoutRefusals)).toEqual({ faults })
})

test('a problem outside the fields asks to reload the page', () => {
  const { form } = faultsOfRefusal(refusal('expires_in', 'value_error'), ['email'], checkoutRefusals)
  expect(form).toBe('The request wasn’t accepted. Reload the page and try again.')
})
