import { expect, test } from 'vitest'
import type { CallError } from '#client/index.ts'
import { faultsFrom, faultsOf } from './create-values.ts'

const values = { productId: 'p', email: '', successUrl: '' }
const EMAIL = 'Enter an e-mail address such as name@example.com.'
const URL_FAULT = 'Enter a URL that starts with https:// or http://.'

test.each([
  [{}, {}],
  [{ productId: '' }, { productId: 'Choose a product.' }],
  [{ email: ' elin@northwind.example ' }, {}],
  [{ email: 'elin' }, { email: EMAIL }],
  [{ successUrl: ' https://northwind.example/thanks ' }, {}],
  [{ successUrl: 'not a url' }, { successUrl: URL_FAULT }],
  [{ successUrl: 'javascript:alert(1)' }, { successUrl: URL_FAULT }],
  [{ successUrl: 'https://' }, { successUrl: URL_FAULT }],
])('the form with %j has the faults %j before it is sent', (changed, faults) => {
  expect(faultsOf({ ...values, ...changed })).toEqual(faults)
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
  ['expires_in', 'value_error', { form: 'The checkout wasn’t created. The request wasn’t accepted. Reload the page and try again.' }],
])('a problem at %s of the type %s shows no sentence of the server', (path, type, faults) => {
  expect(faultsFrom(refusal(path, type))).toEqual(faults)
})
