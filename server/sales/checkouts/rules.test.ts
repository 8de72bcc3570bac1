import { describe, expect, test } from 'vitest'
import { tokenFrom } from '#contract/token.ts'
import { ValidationRefusal } from '#kernel/refusal.ts'
import type { Price, PricedProduct } from '#merchant/catalogue/products/model.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { DEFAULT_TAX_SETTINGS } from '#merchant/merchants/model.ts'
import { shippedTaxes } from '#test/support/taxes/shipped-taxes.ts'
import { addressFields, missingParts } from './amounts.ts'
import { expireCheckout } from './expiry.ts'
import type { Checkout } from './model.ts'
import { openCheckout, updateCheckout } from './rules.ts'
import { checkoutCreate, checkoutUpdate, checkoutUpdatePublic, toCheckoutChanges, toCheckoutDraft, toPublicChanges } from './wire.ts'

const untaxed = { taxSettings: DEFAULT_TAX_SETTINGS, billingTimezone: 'UTC' }
const now = new Date('2026-03-12T14:20:00.000Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const idOf = (number: number) => `0195894c-7a10-7000-8000-${number.toString(16).padStart(12, '0')}`
const organizationId = idOf(0xff)

const common = { organizationId, isArchived: false, createdAt: now, modifiedAt: null }

function productOf(number: number, amount: number, currency = 'eur'): PricedProduct {
  const price = { ...common, id: idOf(number + 0x100), productId: idOf(number), kind: 'fixed' as const, amount, currency }
  return {
    ...common,
    id: idOf(number),
    name: `Product ${number}`,
    description: null,
    recurringInterval: null,
    trialInterval: null,
    trialIntervalCount: null,
    isTrialPaymentRequired: true,
    taxCode: 'standard',
    metadata: {},
    prices: [price],
    customFields: [],
    benefits: [],
    medias: [],
  }
}

/** A product of which the buyer chooses the amount, from €5.00 to €100.00. */
const donation: PricedProduct = {
  ...productOf(4, 0),
  prices: [
    { ...common, id: idOf(0x104), productId: idOf(4), kind: 'custom', currency: 'eur', minimum: 500, maximum: 10_000, preset: null },
  ],
}
const gift: PricedProduct = {
  ...productOf(5, 0),
  prices: [{ ...common, id: idOf(0x105), productId: idOf(5), kind: 'free', currency: 'eur' }],
}
const plan: PricedProduct = { ...productOf(6, 900), recurringInterval: 'month' }

const library = productOf(1, 8900)
const book = productOf(2, 1500, 'usd')
const archived = { ...productOf(3, 500), isArchived: true }
const products = [library, book, archived, donation, gift, plan]
const address = { line1: '1 Main St', line2: null, postalCode: '10115', city: 'Berlin', state: null, country: 'DE' }
const zoe: Customer = {
  id: idOf(9),
  organizationId,
  externalId: 'u1',
  email: 'zoe@example.com',
  isEmailVerified: false,
  isExternalIdDoubtful: false,
  hasEmail: true,
  isEmailTyped: false,
  emailVerifiedAt: null,
  isTaxExempt: false,
  name: 'Zoe',
  billingAddress: address,
  taxId: null,
  metadata: {},
  createdAt: now,
  modifiedAt: null,
  deletedAt: null,
}

/** Pages of any origin may embed its checkouts. */
const merchant = { ...untaxed, allowedEmbedOrigins: [] }

function openWith(body: object, customer: Customer | null = null) {
  const context = {
    id: idOf(5),
    organizationId,
    clientSecret: tokenFrom('co_cs_', 'a'.repeat(37)),
    products,
    customer,
    subscription: null,
    namedDiscount: null,
    merchant,
    lifeSeconds: 86_400,
    taxSources: shippedTaxes,
    now,
  }
  return openCheckout(toCheckoutDraft(checkoutCreate.parse({ products: [library.id, book.id], ...body })), context).next
}

const none = { discount: null, chosenDiscount: null, namedDiscount: null, merchant, taxSources: shippedTaxes }
const checkout = openWith({})

function priceOf({ productPriceId }: Checkout): Price {
  const price = products.flatMap((product) => product.prices).find(({ id }) => id === productPriceId)
  if (!price) throw new Error('The checkout has another price.')
  return price
}

function updateWith(body: object, from = checkout, at = later(60)) {
  return updateCheckout(from, toCheckoutChanges(checkoutUpdate.parse(body)), { ...none, products, price: priceOf(from), now: at }).next
}

function locsOf(run: () => unknown): string[] {
  try {
    run()
  } catch (error) {
    if (error instanceof ValidationRefusal) return error.problems.map((problem) => problem.loc.slice(1).join('.'))
    throw error
  }
  return []
}

describe('opening a checkout', () => {
  test('the first product is selected, at its price, for a day', () => {
    expect(checkout).toMatchObject({
      status: 'open',
      productIds: [library.id, book.id],
      productId: library.id,
      amount: 8900,
      currency: 'eur',
      taxAmount: null,
      totalAmount: 8900,
      expiresAt: later(86_400),
      attempts: 0,
    })
  })

  test.each([
    [
      { products: undefined, product_id: book.id },
      { productId: book.id, productIds: [book.id], amount: 1500 },
    ],
    [
      { products: undefined, product_price_id: book.prices[0]?.id },
      { productId: book.id, currency: 'usd' },
    ],
    [{ products: [book.id, book.id] }, { productIds: [book.id] }],
    [{ expires_in: 1800 }, { expiresAt: later(1800) }],
    [{ customer_external_id: 'u7' }, { externalCustomerId: 'u7', customerId: null }],
    [{ external_customer_id: 'u8', customer_external_id: 'u7' }, { externalCustomerId: 'u8' }],
    [{ customer_billing_address: { country: 'de' } }, { taxAmount: 0, totalAmount: 8900 }],
    [{ amount: 50 }, { amount: 8900 }],
  ])('a body with %j gives %j', (body, expected) => {
    expect(openWith(body)).toMatchObject(expected)
  })

  test('a known customer fills in omitted fields and keeps their own email', () => {
    expect(openWith({ customer_id: zoe.id, customer_email: 'other@example.com', customer_name: 'Z.' }, zoe)).toMatchObject({
      customerId: zoe.id,
      externalCustomerId: 'u1',
      customerEmail: 'zoe@example.com',
      customerName: 'Z.',
      customerBillingAddress: address,
      taxAmount: 0,
    })
  })

  test.each([
    [{ products: [library.id, idOf(77), archived.id] }, ['products.1', 'products.2']],
    [{ products: undefined }, ['products']],
    [{ products: undefined, product_id: archived.id }, ['product_id']],
    [{ products: undefined, product_price_id: idOf(77) }, ['product_price_id']],
    [{ customer_id: idOf(78), discount_id: idOf(79) }, ['discount_id', 'customer_id']],
    [{ subscription_id: idOf(80) }, ['subscription_id']],
    [{ customer_billing_address: { country: 'XX' } }, ['customer_billing_address.country']],
    [{ embed_origin: 'https://shop.example/page' }, ['embed_origin']],
    [{ embed_origin: 'https://shop.example;frame-src' }, ['embed_origin']],
    [{ embed_origin: 'https://*' }, ['embed_origin']],
    [{ embed_origin: 'https://a,b' }, ['embed_origin']],
  ])('a body with %j is refused at %j', (body, locs) => {
    expect(locsOf(() => openWith(body))).toEqual(locs)
  })

  test.each([
    { products: [] },
    { products: ['x'] },
    { expires_in: 1799 },
    { expires_in: 86_401 },
    { success_url: 'javascript:alert(1)' },
    { customer_email: 'nobody' },
    { customer_ip_address: '999.1.1.1' },
    { amount: 100_000_000 },
    { metadata: { a: { b: 1 } } },
  ])('a body with %j does not fit the schema', (body) => {
    expect(checkoutCreate.safeParse({ products: [library.id], ...body }).success).toBe(false)
  })

  test('a body cannot set amounts, status or owner', () => {
    expect(openWith({ status: 'succeeded', total_amount: 1, net_amount: 1, organization_id: idOf(66) })).toEqual(checkout)
  })

  test('the currency of a body has to be that of the price', () => {
    expect(openWith({ currency: checkout.currency.toUpperCase() })).toEqual(checkout)
    expect(() => openWith({ currency: 'jpy' })).toThrow('The product has no price in this currency.')
  })

  test.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['fr', 'fr'],
    ['it', null],
  ])('the locale %s of a body gives the language %s', (locale, language) => {
    expect(openWith({ locale }).locale).toBe(language)
  })

  test.each([
    [{ trial_interval: 'day' }, 'trial_interval'],
    [{ seats: 3 }, 'seats'],
    [{ return_url: 'https://shop.example/' }, 'return_url'],
    [{ prices: {} }, 'prices'],
  ])('a body with %j is refused at the field, because it is not available yet', (body, field) => {
    const { error } = checkoutCreate.safeParse({ products: [library.id], ...body })
    expect(error?.issues).toMatchObject([{ path: [field], message: expect.stringContaining('not available yet') }])
  })

  test('the values of newer clients that ask for nothing are accepted', () => {
    const neutral = { allow_trial: true, trial_interval: null, seats: null, prices: null, return_url: null, locale: null, currency: null }
    expect(openWith(neutral)).toEqual(checkout)
  })
})

describe('the amount of a checkout', () => {
  test.each([
    ['the default of 10.00 where the merchant presets nothing', [donation.id], undefined, 1000],
    ['what the buyer chose', [donation.id], 700, 700],
    ['the price, whatever amount was sent', [library.id], 700, 8900],
    ['nothing for a free product', [gift.id], 700, 0],
  ])('is %s', (_, ids, amount, expected) => {
    expect(openWith({ products: ids, amount })).toMatchObject({ amount: expected, totalAmount: expected, currency: 'eur' })
  })

  test.each([499, 10_001, 0])('is refused at the amount when the price does not allow %d', (amount) => {
    expect(locsOf(() => openWith({ products: [donation.id], amount }))).toEqual(['amount'])
  })

  test('changes with the choice of the buyer, and starts anew with another product', () => {
    const opened = openWith({ products: [donation.id, library.id] })
    const chosen = updateWith({ amount: 700 }, opened)
    expect(chosen).toMatchObject({ amount: 700, productPriceId: opened.productPriceId })
    expect(updateWith({ customer_name: 'A' }, chosen)).toMatchObject({ amount: 700 })
    expect(updateWith({ amount: null }, chosen)).toMatchObject({ amount: 700 })
    expect(locsOf(() => updateWith({ amount: 1 }, opened))).toEqual(['amount'])
    const switched = updateWith({ product_id: library.id }, chosen)
    expect(switched).toMatchObject({ amount: 8900 })
    expect(updateWith({ product_id: donation.id }, switched)).toMatchObject({ amount: 1000 })
    expect(updateWith({ product_id: donation.id, amount: 2000 }, switched)).toMatchObject({ amount: 2000 })
  })

  test('a recurring product is sold at its price for one interval', () => {
    expect(openWith({ products: [plan.id] })).toMatchObject({
      productId: plan.id,
      amount: plan.prices[0]?.kind === 'fixed' ? plan.prices[0].amount : 0,
    })
  })
})

describe('the pages that may embed a checkout', () => {
  const strict = { ...none, merchant: { ...untaxed, allowedEmbedOrigins: ['https://shop.example', 'https://shop.example:8443'] }, now }

  test.each([
    ['https://shop.example', []],
    ['https://Shop.example', []],
    ['https://shop.example:8443', []],
    ['http://shop.example', ['embed_origin']],
    ['https://other.example', ['embed_origin']],
    ['https://shop.example.evil.example', ['embed_origin']],
  ])('where the organization has a list, %s causes problems at %j', (embedOrigin, locs) => {
    expect(locsOf(() => updateCheckout(checkout, { embedOrigin }, { products, price: priceOf(checkout), ...strict }))).toEqual(locs)
  })

  test('a checkout that no page embeds needs no entry in the list', () => {
    const { next } = updateCheckout(checkout, { embedOrigin: null }, { products, price: priceOf(checkout), ...strict })
    expect(next.embedOrigin).toBeNull()
  })
})

describe('updating a checkout', () => {
  test('omitted fields stay, null clears, and totals follow', () => {
    const filled = updateWith({ customer_email: 'A@b.example', customer_name: 'A', customer_billing_address: { country: 'DE' } })
    expect(filled).toMatchObject({ customerEmail: 'A@b.example', customerName: 'A', taxAmount: 0, modifiedAt: later(60) })
    expect(updateWith({ customer_name: null, customer_billing_address: null }, filled)).toMatchObject({
      customerName: null,
      taxAmount: null,
    })
  })

  test('another product of the checkout brings its own price and currency', () => {
    expect(updateWith({ product_id: book.id })).toMatchObject({ productId: book.id, amount: 1500, totalAmount: 1500, currency: 'usd' })
    expect(updateWith({ product_price_id: book.prices[0]?.id })).toMatchObject({ productId: book.id })
  })

  test('the product that is already selected keeps the locked price', () => {
    const dearer = { ...library, prices: [{ ...library.prices[0], id: idOf(0x999), amount: 9900 }] } as PricedProduct
    const context = { products: [dearer, book], price: priceOf(checkout), ...none, now }
    expect(updateCheckout(checkout, { productId: library.id }, context).next).toMatchObject({
      amount: 8900,
      productPriceId: checkout.productPriceId,
    })
  })

  test.each([
    [{ product_id: idOf(77) }, ['product_id']],
    [{ product_id: archived.id }, ['product_id']],
    [{ product_price_id: idOf(77) }, ['product_price_id']],
    [{ discount_id: idOf(77), embed_origin: 'https://a.example/b' }, ['embed_origin', 'discount_id']],
  ])('a change to %j is refused at %j', (body, locs) => {
    expect(locsOf(() => updateWith(body))).toEqual(locs)
  })

  test('the email of a known customer cannot change; another case is not a change', () => {
    const known = openWith({ customer_id: zoe.id }, zoe)
    expect(locsOf(() => updateWith({ customer_email: 'other@example.com' }, known))).toEqual(['customer_email'])
    expect(locsOf(() => updateWith({ customer_email: null }, known))).toEqual(['customer_email'])
    expect(locsOf(() => updateWith({ customer_email: 'Zoe@Example.com' }, known))).toEqual([])
  })

  test('a buyer cannot set the fields of the merchant, and an unknown code is refused unless codes are disabled', () => {
    const changes = toPublicChanges(
      checkoutUpdatePublic.parse({ metadata: { a: 1 }, success_url: 'https://evil.example', discount_code: 'SAVE' }),
    )
    expect(locsOf(() => updateCheckout(checkout, changes, { products, price: priceOf(checkout), ...none, now }))).toEqual(['discount_code'])
    const closed = openWith({ allow_discount_codes: false })
    expect(updateCheckout(closed, changes, { products, price: priceOf(closed), ...none, now }).next).toMatchObject({
      metadata: {},
      successUrl: null,
    })
  })

  test.each(['confirmed', 'succeeded', 'expired', 'failed'] as const)('a checkout that is %s cannot be updated', (status) => {
    expect(() => updateWith({ customer_name: 'A' }, { ...checkout, status })).toThrow(
      expect.objectContaining({ code: 'NotOpenCheckout', status: 403 }),
    )
  })

  test('a checkout past its expiry cannot be updated, even while its status is still open', () => {
    expect(() => updateWith({}, checkout, later(86_400))).toThrow('not open')
    expect(updateWith({}, checkout, later(86_399)).status).toBe('open')
  })
})

test('a checkout expires once, at the exact instant, and never during an attempt', () => {
  expect(expireCheckout(checkout, later(86_399))).toBeNull()
  expect(expireCheckout(checkout, later(86_400))).toMatchObject({ next: { status: 'expired' }, events: ['checkout.updated'] })
  expect(expireCheckout({ ...checkout, status: 'confirmed' }, later(90_000))).toBeNull()
  expect(expireCheckout({ ...checkout, status: 'expired' }, later(90_000))).toBeNull()
})

test.each([
  [{ country: 'DE' }, {}, [], []],
  [{ country: 'CA' }, {}, ['state'], ['state']],
  [{ country: 'US' }, {}, ['state', 'city', 'postalCode', 'line1'], ['state', 'city', 'postalCode', 'line1']],
  [{ country: 'DE' }, { isBusinessCustomer: true }, ['state', 'city', 'postalCode', 'line1'], ['city', 'postalCode', 'line1']],
  [{ country: 'DE', city: 'Berlin' }, { requireBillingAddress: true }, ['state', 'city', 'postalCode', 'line1'], ['postalCode', 'line1']],
])('an address %j of a checkout %j requires %j and lacks %j', (fields, about, required, missing) => {
  const customerBillingAddress = { line1: null, line2: null, postalCode: null, city: null, state: null, ...fields }
  const requirements = addressFields({ requireBillingAddress: false, isBusinessCustomer: false, ...about, customerBillingAddress })
  const names = Object.entries(requirements)
    .filter(([, isRequired]) => isRequired)
    .map(([name]) => name)
  expect(names).toEqual(['country', ...required])
  expect(missingParts(customerBillingAddress, requirements)).toEqual(missing)
})
