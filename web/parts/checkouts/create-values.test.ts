import { expect, test } from 'vitest'
import type { CallError, Customer, Discount, Product } from '#client/index.ts'
import { check } from '#web/ui/inputs/rules.ts'
import { faultsOfRefusal } from '../field-faults.ts'
import { checkoutRefusals, checkoutRules, creationOf, discountsFor, emptyValues } from './create-values.ts'

const values = emptyValues('p')
const euros = { locale: 'en', currency: 'eur' }
const EMAIL = 'Enter an e-mail address such as name@example.com.'
const URL_FAULT = 'Enter a URL that starts with https:// or http://.'

test.each([
  [{}, null],
  [{ productId: '' }, { productId: 'Choose a product.' }],
  [{ amount: null }, null],
  [{ amount: 0 }, null],
  [{ amount: 'invalid' as const }, { amount: 'Enter an amount such as €29.00.' }],
  [{ email: ' elin@northwind.example ' }, null],
  [{ email: 'elin' }, { email: EMAIL }],
  [{ successUrl: ' https://northwind.example/thanks ' }, null],
  [{ successUrl: 'not a url' }, { successUrl: URL_FAULT }],
  [{ successUrl: 'javascript:alert(1)' }, { successUrl: URL_FAULT }],
  [{ successUrl: 'https://' }, { successUrl: URL_FAULT }],
])('the form with %j has the faults %j before it is sent', (changed, faults) => {
  expect(
    check(
      checkoutRules(() => euros),
      { ...values, ...changed },
    ),
  ).toEqual(faults)
})

const refusal = (path: string, type: string, ctx = {}) =>
  ({
    code: 'RequestValidationError',
    status: 422,
    message: '',
    fields: [{ path, message: 'Input of the server', type, ctx }],
  }) as unknown as CallError

test.each([
  ['greater_than_equal', { ge: 500 }, 'The minimum is €5.00.'],
  ['less_than_equal', { le: 9000 }, 'The maximum is €90.00.'],
  ['int_type', {}, 'Enter a whole number.'],
])('an amount refused as %s with %j says the bound in the currency of the price', (type, ctx, amount) => {
  expect(faultsOfRefusal(refusal('amount', type, ctx), ['amount'], checkoutRefusals(euros))).toEqual({ faults: { amount } })
})

test.each([
  ['success_url', 'url_parsing', { successUrl: URL_FAULT }],
  ['success_url', 'a_new_type', { successUrl: URL_FAULT }],
  ['customer_email', 'value_error', { email: EMAIL }],
  ['discount_id', 'value_error', { discount: 'It can’t be redeemed for this product any longer. Choose another.' }],
  ['products.0', 'value_error', { productId: 'This value isn’t valid.' }],
])('a problem at %s of the type %s shows no sentence of the server', (path, type, faults) => {
  expect(faultsOfRefusal(refusal(path, type), ['productId', 'email', 'successUrl'], checkoutRefusals(euros))).toEqual({ faults })
})

test('a problem outside the fields asks to reload the page', () => {
  const { form } = faultsOfRefusal(refusal('expires_in', 'value_error'), ['email'], checkoutRefusals(euros))
  expect(form).toBe('The request wasn’t accepted. Reload the page and try again.')
})

test('the request has only what was chosen or entered', () => {
  expect(creationOf(values, 'o')).toEqual({ organizationId: 'o', products: ['p'] })
  const all = {
    ...values,
    amount: 0,
    discount: { id: 'd' } as Discount,
    email: ' elin@northwind.example ',
    successUrl: 'https://northwind.example/ ',
  }
  expect(creationOf(all, 'o')).toEqual({
    organizationId: 'o',
    products: ['p'],
    amount: 0,
    discountId: 'd',
    customerEmail: 'elin@northwind.example',
    successUrl: 'https://northwind.example/',
  })
})

test('a checkout of a customer names the customer in place of an email that was entered before', () => {
  const chosen = { ...values, customer: { id: 'c' } as Customer, email: 'elin@northwind.example' }
  expect(creationOf(chosen, 'o')).toEqual({ organizationId: 'o', products: ['p'], customerId: 'c' })
})

const product = (price: object) => ({ id: 'p', prices: [{ isArchived: false, ...price }] }) as unknown as Product
const inEuros = product({ amountType: 'fixed', priceCurrency: 'eur' })
const chosenInEuros = product({ amountType: 'custom', priceCurrency: 'eur' })
const open = { products: [], type: 'percentage', duration: 'once' }

test.each([
  ['has no condition', {}, inEuros, true],
  ['has no condition, for an amount that the buyer chooses', {}, chosenInEuros, true],
  ['lasts forever', { duration: 'forever' }, inEuros, true],
  ['is for months of a subscription', { duration: 'repeating' }, inEuros, false],
  ['is for the product', { products: [{ id: 'o' }, { id: 'p' }] }, inEuros, true],
  ['is for another product', { products: [{ id: 'o' }] }, inEuros, false],
  ['takes off an amount in the currency', { type: 'fixed', currency: 'eur' }, inEuros, true],
  ['takes off an amount in another currency', { type: 'fixed', currency: 'usd' }, chosenInEuros, false],
  ['would reduce what is free', {}, product({ amountType: 'free' }), false],
  ['would reduce an archived price', {}, product({ amountType: 'fixed', priceCurrency: 'eur', isArchived: true }), false],
  ['has no product to reduce', {}, undefined, false],
])('a discount that %s is offered only where it can be redeemed', (_, changed, one, isOffered) => {
  const discount = { ...open, ...changed } as unknown as Discount
  expect(discountsFor(one, [discount])).toEqual(isOffered ? [discount] : [])
})
