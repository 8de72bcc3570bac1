import { describe, expect, test } from 'vitest'
import { ValidationRefusal } from '#kernel/refusal.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import { DEFAULT_TAX_SETTINGS, newProfile } from '#merchant/merchants/model.ts'
import { shippedTaxes } from '#test/support/taxes/shipped-taxes.ts'
import { flagsOf } from './amounts.ts'
import { ATTEMPTS_MAXIMUM, awaitPayment, classifyPayment, complete, confirm, failPayment, refuseExpired } from './confirmation.ts'
import { type Checkout, checkoutStatuses, type FullCheckout, successUrlOf } from './model.ts'
import { openCheckout } from './rules.ts'
import { checkoutStatusAfter, checkoutTransitions, mayHappen } from './transitions.ts'
import {
  checkoutConfirm,
  checkoutPublic,
  checkoutPublicConfirmed,
  checkout as checkoutSchema,
  toCheckoutConfirmedWire,
  toCheckoutPublicWire,
  toCheckoutWire,
  toConfirmation,
} from './wire.ts'

const untaxed = { taxSettings: DEFAULT_TAX_SETTINGS, billingTimezone: 'UTC' }
const now = new Date('2026-03-12T14:20:00.000Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const idOf = (number: number) => `0195894c-7a10-7000-8000-${number.toString(16).padStart(12, '0')}`
const organizationId = idOf(0xff)
const common = { organizationId, isArchived: false, createdAt: now, modifiedAt: null }
const price = { ...common, id: idOf(2), productId: idOf(1), kind: 'fixed' as const, amount: 8900, currency: 'eur' }
const library: PricedProduct = {
  ...common,
  id: idOf(1),
  name: 'Template Library',
  description: null,
  recurringInterval: null,
  trialInterval: null,
  trialIntervalCount: null,
  isTrialPaymentRequired: true,
  taxCode: 'standard',
  metadata: { internal: 'x' },
  prices: [price],
  customFields: [],
  benefits: [],
  medias: [],
}
const seller = { ...untaxed, allowedEmbedOrigins: [], closedUntil: null, blockedAt: null }
const context = {
  id: idOf(5),
  organizationId,
  clientSecret: 'co_cs_x',
  products: [library],
  customer: null,
  subscription: null,
  namedDiscount: null,
  merchant: seller,
  lifeSeconds: 86_400,
  taxSources: shippedTaxes,
  now,
}
const open = openCheckout({ productIds: [library.id], metadata: { order: 'x' } }, context).next
const body = {
  customer_email: 'zoe@example.com',
  customer_name: 'Zoe',
  customer_billing_address: { country: 'DE' },
  confirmation_token_id: 'sandbox_4242424242424242',
}

function confirmWith(
  more: object = {},
  about: { from?: Checkout; product?: PricedProduct; at?: Date; closedUntil?: Date; blockedAt?: Date } = {},
) {
  const { from = open, product = library, at = later(60), closedUntil = null, blockedAt = null } = about
  const confirmation = toConfirmation(checkoutConfirm.parse({ ...body, ...more }))
  return confirm(from, confirmation, {
    products: [product],
    price,
    discount: null,
    chosenDiscount: null,
    namedDiscount: null,
    merchant: { ...seller, closedUntil, blockedAt },
    paymentId: idOf(7),
    taxSources: shippedTaxes,
    now: at,
  })
}

function problemsOf(run: () => unknown): [string, string][] {
  try {
    run()
  } catch (error) {
    if (error instanceof ValidationRefusal) return error.problems.map((problem) => [problem.loc.slice(1).join('.'), problem.type])
    throw error
  }
  return []
}

const confirmed = confirmWith().next
const payment = { id: idOf(7), customerId: idOf(9), now: later(120) }
const failure = { paymentId: idOf(7), sentence: 'Your card was declined.', now: later(120) }

describe('confirming a checkout', () => {
  test('freezes price and tax, counts the attempt and emits no event yet', () => {
    expect(confirmWith()).toMatchObject({
      next: { status: 'confirmed', attempts: 1, paymentId: idOf(7), taxAmount: 0, totalAmount: 8900, customerEmail: 'zoe@example.com' },
      events: [],
    })
  })

  test('another total than the buyer has seen is refused, once nothing else is', () => {
    expect(confirmWith({ expected_total_amount: 8900 }).next.status).toBe('confirmed')
    expect(problemsOf(() => confirmWith({ expected_total_amount: 8899 }))).toEqual([['expected_total_amount', 'total_changed']])
    expect(problemsOf(() => confirmWith({ expected_total_amount: 8899, customer_name: '' }))).toEqual([['customer_name', 'missing']])
  })

  test('reports all missing fields at once', () => {
    const nothing = { customer_email: null, customer_name: '', customer_billing_address: null, confirmation_token_id: null }
    expect(problemsOf(() => confirmWith(nothing))).toEqual([
      ['customer_email', 'missing'],
      ['customer_name', 'missing'],
      ['customer_billing_address', 'missing'],
      ['confirmation_token_id', 'missing'],
    ])
  })

  test.each([
    [{ customer_billing_address: { country: 'US', city: 'Austin' } }, ['state', 'postal_code', 'line1']],
    [{ customer_billing_address: { country: 'CA' } }, ['state']],
    [{ is_business_customer: true, customer_billing_name: 'Zoe Ltd' }, ['city', 'postal_code', 'line1']],
  ])('an incomplete address is refused at its missing fields (%j)', (more, parts) => {
    expect(problemsOf(() => confirmWith(more))).toEqual(parts.map((part) => [`customer_billing_address.${part}`, 'missing']))
  })

  test('a business customer needs a billing name', () => {
    const whole = { country: 'DE', city: 'Berlin', postal_code: '10115', line1: '1 Main St' }
    expect(problemsOf(() => confirmWith({ is_business_customer: true, customer_billing_address: whole }))).toEqual([
      ['customer_billing_name', 'missing'],
    ])
  })

  test('a free checkout has no form and requires only an email', () => {
    const free = { ...open, amount: 0, totalAmount: 0 }
    const nothing = { customer_name: null, customer_billing_address: null, confirmation_token_id: null }
    expect(confirmWith(nothing, { from: free }).next.status).toBe('confirmed')
    expect(problemsOf(() => confirmWith({ ...nothing, customer_email: null }, { from: free }))).toEqual([['customer_email', 'missing']])
  })

  test('a price that was archived meanwhile stays locked; an archived product is refused', () => {
    expect(confirmWith({}, { product: { ...library, prices: [{ ...price, isArchived: true }] } }).next.amount).toBe(8900)
    expect(problemsOf(() => confirmWith({}, { product: { ...library, isArchived: true } }))).toEqual([['product_id', 'value_error']])
  })

  test('a checkout of an organization that is being deleted is refused, until its time is over', () => {
    const closedUntil = later(300)
    expect(problemsOf(() => confirmWith({}, { closedUntil, at: later(299) }))).toEqual([['product_id', 'value_error']])
    expect(confirmWith({}, { closedUntil, at: closedUntil }).next.status).toBe('confirmed')
  })

  test('a checkout of an organization that is blocked is refused with the sentence for its buyer', () => {
    const confirm = () => confirmWith({}, { blockedAt: later(0) })
    expect(problemsOf(confirm)).toEqual([['product_id', 'value_error']])
    expect(confirm).toThrow('This shop cannot take payments at the moment.')
  })

  test.each(['confirmed', 'succeeded', 'expired', 'failed'] as const)('a checkout that is %s cannot be confirmed', (status) => {
    expect(() => confirmWith({}, { from: { ...open, status } })).toThrow(expect.objectContaining({ code: 'NotOpenCheckout', status: 403 }))
  })

  test('a checkout cannot be confirmed from the instant of its expiry on', () => {
    expect(confirmWith({}, { at: later(86_399) }).next.status).toBe('confirmed')
    expect(() => confirmWith({}, { at: later(86_400) })).toThrow('not open')
    expect(() => refuseExpired(open, later(86_400))).toThrow(expect.objectContaining({ code: 'ExpiredCheckoutError', status: 410 }))
    expect(() => refuseExpired(confirmed, later(86_400))).not.toThrow()
  })
})

describe('the outcome of a payment', () => {
  test('a successful payment completes the checkout and sets the customer', () => {
    expect(complete(confirmed, payment)).toMatchObject({
      next: { status: 'succeeded', customerId: idOf(9), isLatePayment: false },
      events: ['checkout.updated'],
    })
  })

  test.each(['expired', 'failed'] as const)('a payment of a checkout that is %s completes it and is marked as late', (status) => {
    expect(complete({ ...confirmed, status }, payment)).toMatchObject({
      next: { status: 'succeeded', isLatePayment: true },
    })
  })

  test('a payment of a canceled attempt completes a checkout that is open again', () => {
    expect(complete({ ...confirmed, status: 'open' }, payment)).toMatchObject({ next: { isLatePayment: false } })
  })

  const { totalAmount: amount, currency } = confirmed
  const first = { id: idOf(7), processor: 'sandbox', amount, currency } as const
  const succeeded: Checkout = { ...confirmed, status: 'succeeded' }
  test.each([
    ['of the current attempt', confirmed, first, 'order'],
    ['of a canceled attempt', { ...confirmed, status: 'expired' }, first, 'order'],
    ['reported a second time', succeeded, first, 'repeated'],
    ['of another attempt for a paid checkout', succeeded, { ...first, id: idOf(8) }, 'surplus'],
    ['of an attempt before the buyer chose a higher price', { ...confirmed, totalAmount: amount + 1 }, first, 'surplus'],
    ['of an attempt in another currency', { ...confirmed, currency: 'chf' }, first, 'surplus'],
    ['for a free checkout', { ...confirmed, totalAmount: 0 }, null, 'order'],
  ] as const)('a payment %s is classified', (_, checkout, received, expected) => {
    expect(classifyPayment(checkout, received, library)).toBe(expected)
  })

  test.each([
    ['a first decline', {}, {}, 'open'],
    ['a ninth decline', { attempts: ATTEMPTS_MAXIMUM - 1 }, {}, 'open'],
    ['a tenth decline', { attempts: ATTEMPTS_MAXIMUM }, {}, 'failed'],
    ['a decline for fraud', {}, { isFraud: true }, 'failed'],
    ['a decline past its time', {}, { now: later(86_400) }, 'expired'],
  ])('%s sets the status of the checkout', (_, checkout, more, status) => {
    expect(failPayment({ ...confirmed, ...checkout }, { ...failure, ...more })).toMatchObject({
      next: { status, lastPaymentError: 'Your card was declined.' },
      events: ['checkout.updated'],
    })
  })

  test('a failure of an older or settled attempt changes nothing', () => {
    expect(failPayment(confirmed, { ...failure, paymentId: idOf(6) })).toBeNull()
    expect(failPayment({ ...confirmed, status: 'succeeded' }, failure)).toBeNull()
  })

  test('a checkout stays confirmed while an action is required', () => {
    expect(awaitPayment(confirmed, later(120))).toMatchObject({ next: { status: 'confirmed' }, events: ['checkout.updated'] })
  })
})

test.each(checkoutStatuses)('from %s only the listed events are allowed', (from) => {
  for (const event of ['update', 'confirm', 'expire', 'payment_succeeded', 'payment_failed'] as const) {
    const allowed = checkoutTransitions[from][event] ?? []
    expect(mayHappen(from, event)).toBe(allowed.length > 0)
    for (const to of checkoutStatuses) {
      if (allowed.includes(to)) expect(checkoutStatusAfter(from, event, to)).toBe(to)
      else expect(() => checkoutStatusAfter(from, event, to)).toThrow('does not become')
    }
  }
})

test.each([
  [1000, false, false, [true, false, true]],
  [0, false, false, [false, false, false]],
  [0, true, false, [false, true, true]],
  [0, true, true, [false, false, false]],
])('%i due, recurring %s, all free %s: %j', (totalAmount, isRecurring, areAllPricesFree, flags) => {
  expect(Object.values(flagsOf({ totalAmount, isRecurring, areAllPricesFree }))).toEqual(flags)
})

describe('the wire forms', () => {
  const merchant = { ...newProfile(organizationId, now), name: 'Northwind', slug: 'northwind', avatarUrl: null }
  const full: FullCheckout = {
    checkout: open,
    products: [library],
    price: { ...price, isArchived: true },
    merchant,
    discount: null,
    actionSecret: null,
    receipt: null,
  }
  const BASE = 'https://shop.example'
  const buyerContext = { taxSources: shippedTaxes, now: later(0) }

  test('the merchant gets metadata and both names of the external id', () => {
    const external = { ...full, checkout: { ...open, externalCustomerId: 'u1' } }
    expect(checkoutSchema.parse(toCheckoutWire(external, BASE))).toMatchObject({
      payment_processor: 'stripe',
      url: 'https://shop.example/checkout/co_cs_x',
      success_url: 'https://shop.example/checkout/co_cs_x/confirmation',
      metadata: { order: 'x' },
      external_customer_id: 'u1',
      customer_external_id: 'u1',
      net_amount: 8900,
      tax_amount: null,
      is_payment_form_required: true,
      product_price: { id: price.id, is_archived: true },
      payment_processor_metadata: {},
      customer_billing_address_fields: { country: true, state: false, city: false, postal_code: false, line1: false, line2: false },
    })
  })

  test('the buyer gets the seller, and no field that is private to the merchant', () => {
    const wire = checkoutPublic.parse(toCheckoutPublicWire({ ...full, actionSecret: 'secret' }, BASE, buyerContext))
    expect(wire.organization).toMatchObject({ name: 'Northwind', mode: 'test' })
    expect(wire.payment_processor_metadata).toEqual({ intent_status: 'requires_action', intent_client_secret: 'secret' })
    const hidden = ['metadata', 'customer_metadata', 'external_customer_id', 'customer_external_id', 'subscription_id']
    expect(hidden.filter((key) => key in wire || key in wire.product)).toEqual([])
  })

  test('the answer to a confirm has the status confirmed even when the payment has succeeded', () => {
    const wire = toCheckoutConfirmedWire(
      { ...full, checkout: { ...open, status: 'succeeded' } },
      { baseUrl: BASE, customerSessionToken: 'gh_cst_x', ...buyerContext },
    )
    expect(checkoutPublicConfirmed.parse(wire)).toMatchObject({ status: 'confirmed', customer_session_token: 'gh_cst_x' })
  })

  test.each([
    [{}, { trialInterval: null, trialIntervalCount: null }, '2026-04-12'],
    [{}, { trialInterval: 'day', trialIntervalCount: 14 }, '2026-03-26'],
    [{ isTrialUsed: true }, { trialInterval: 'day', trialIntervalCount: 14 }, '2026-04-12'],
    [{ status: 'succeeded', modifiedAt: later(86_400) }, { trialInterval: 'week', trialIntervalCount: 1 }, '2026-03-20'],
  ] as const)('the buyer of a monthly product with %j and %j reads when it is first renewed: %s', (checkout, trial, day) => {
    const monthly = { ...library, recurringInterval: 'month', ...trial } as const
    const { renews_at } = toCheckoutPublicWire({ ...full, checkout: { ...open, ...checkout }, products: [monthly] }, BASE, buyerContext)
    expect(renews_at).toMatch(new RegExp(`^${day}`))
  })

  test.each(['https://a.example/?id={CHECKOUT_ID}', 'https://a.example/?id=%7BCHECKOUT_ID%7D', 'https://a.example/?id=%7bCHECKOUT_ID%7d'])(
    'the placeholder in %s is replaced by the id of the checkout',
    (successUrl) => {
      expect(successUrlOf({ ...open, successUrl }, BASE)).toBe(`https://a.example/?id=${open.id}`)
    },
  )
})
