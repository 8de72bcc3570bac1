// Sales, refunds, disputes and renewals through Stripe in currencies with no, two and three decimals, and in those that Stripe counts its own way.
import { describe, expect, test } from 'vitest'
import { fromProviderUnits } from '#kernel/money.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { passDays } from '#test/support/server.ts'
import { aCheckedStripeServer } from '#test/support/stripe/a-checked-stripe-server.ts'
import { paidIntents, refundedAtStripe } from '#test/support/stripe/books.ts'

const CARD = '4242424242424242'
const MONTH_DAYS = 31

let merchant: TestMerchant
const stripe = await aCheckedStripeServer((created) => {
  merchant = created
})

/** A price, its total with a tenth off, what Stripe takes of that in its units, and a refund with what Stripe returns of it. */
const ROWS = [
  { currency: 'usd', price: 890_045, total: 801_040, taken: 801_040, refund: 200_261, returned: 200_261 },
  { currency: 'huf', price: 890_045, total: 801_040, taken: 801_040, refund: 200_261, returned: 200_261 },
  { currency: 'jpy', price: 8905, total: 8014, taken: 8014, refund: 2003, returned: 2003 },
  { currency: 'isk', price: 8905, total: 8014, taken: 801_400, refund: 2003, returned: 200_300 },
  { currency: 'ugx', price: 8905, total: 8014, taken: 801_400, refund: 2003, returned: 200_300 },
  { currency: 'mga', price: 890_045, total: 801_040, taken: 8010, refund: 200_261, returned: 2002 },
  { currency: 'kwd', price: 8_900_455, total: 8_010_409, taken: 8_010_400, refund: 2_002_602, returned: 2_002_600 },
  { currency: 'bhd', price: 8_900_450, total: 8_010_405, taken: 8_010_400, refund: 1, returned: 0 },
] as const

type Row = (typeof ROWS)[number]

const fixed = ({ currency, price }: Pick<Row, 'currency' | 'price'>) => ({
  prices: [{ amount_type: 'fixed', price_amount: price, price_currency: currency }],
})
const intentsOf = () => paidIntents(stripe.fake, merchant)

async function sell(row: Row) {
  const { id: discount_id } = await aDiscount(merchant)
  const { id } = await aProduct(merchant, fixed(row))
  const checkout = await aCheckout(stripe.server, merchant, { products: [id], discount_id })
  expect(checkout.created).toMatchObject({ currency: row.currency, amount: row.price, total_amount: row.total })
  expect((await checkout.confirm(stripe.fake.token(CARD))).status).toBe(200)
  await stripe.report()
  expect(intentsOf().map(({ amount, currency }) => [amount, currency])).toEqual([[row.taken, row.currency]])
  const [order] = await stripe.ordersOf(merchant)
  const taken = fromProviderUnits('stripe', row.currency, row.taken)
  expect(order).toMatchObject({ status: 'paid', total_amount: row.total, written_off_amount: row.total - taken })
  return { order, taken, intent: intentsOf()[0]?.id ?? '' }
}

const refund = (order_id: string, body: object = {}) =>
  merchant.request('POST', '/v1/refunds/', { body: { order_id, reason: 'other', ...body } })
const creditOf = async (customer: string): Promise<number> =>
  (await merchant.request('GET', `/v1/customers/${customer}/credits`)).json.balances[0]?.amount ?? 0

describe.each(ROWS)('$currency', (row) => {
  test('is charged in the units of Stripe, and returned in parts without a rest', async () => {
    const { order, taken, intent } = await sell(row)
    const part = await refund(order.id, { amount: row.refund })
    const inMinorUnits = fromProviderUnits('stripe', row.currency, row.returned)
    expect(part.json).toMatchObject({ status: 'succeeded', amount: row.refund, returned_amount: inMinorUnits })
    expect(refundedAtStripe(stripe.fake, intent)).toBe(row.returned)
    expect(part.json.credited_amount).toBe(row.refund - inMinorUnits)
    expect((await refund(order.id)).json.status).toBe('succeeded')
    await stripe.report()
    expect((await merchant.request('GET', `/v1/orders/${order.id}`)).json).toMatchObject({
      status: 'refunded',
      refunded_amount: taken,
      refundable_amount: 0,
    })
    // The amount that Stripe cannot return is the customer's credit: nothing of what was paid is lost.
    const returned = fromProviderUnits('stripe', row.currency, refundedAtStripe(stripe.fake, intent))
    expect(returned + (await creditOf(order.customer_id))).toBe(taken)
  })

  test('is returned at Stripe, whole, and is in the books', async () => {
    const { order, taken, intent } = await sell(row)
    stripe.fake.refundAtStripe(intent, row.taken)
    await stripe.report()
    const { items } = (await merchant.request('GET', `/v1/refunds/?order_id=${order.id}`)).json
    expect(items).toMatchObject([{ status: 'succeeded', amount: taken, returned_amount: taken, currency: row.currency }])
    expect((await merchant.request('GET', `/v1/orders/${order.id}`)).json.status).toBe('refunded')
  })

  test('is lost in a dispute of the amount that was charged', async () => {
    const { order, taken, intent } = await sell(row)
    stripe.fake.dispute(intent)
    await stripe.report()
    stripe.fake.decideDispute(intent, 'lost')
    await stripe.report()
    const lost = { disputed_amount: taken, pending_dispute_amount: 0, refundable_amount: 0 }
    expect((await merchant.request('GET', `/v1/orders/${order.id}`)).json).toMatchObject(lost)
  })
})

test.each([
  { currency: 'kwd', price: 12_345, next: 45_678 },
  { currency: 'mga', price: 1_234_567, next: 4_567_891 },
  { currency: 'isk', price: 1234, next: 4567 },
] as const)('a subscription in $currency is renewed, and upgraded for what its difference is', async ({ currency, price, next }) => {
  const plan = (amount: number) => aProduct(merchant, { recurring_interval: 'month', ...fixed({ currency, price: amount } as never) })
  const [small, large] = [await plan(price), await plan(next)]
  const checkout = await aCheckout(stripe.server, merchant, { products: [small.id] })
  expect((await checkout.confirm(stripe.fake.token(CARD))).status).toBe(200)
  await stripe.report()
  await passDays(stripe.server, MONTH_DAYS)
  await stripe.report()
  const [{ id }] = (await merchant.request('GET', '/v1/subscriptions/')).json.items
  const changed = await merchant.request('PATCH', `/v1/subscriptions/${id}`, {
    body: { product_id: large.id, proration_behavior: 'invoice' },
  })
  expect([changed.status, changed.json.product_id]).toEqual([200, large.id])
  const orders = await stripe.ordersOf(merchant)
  expect(orders.map(({ status, billing_reason: reason }: { status: string; billing_reason: string }) => [status, reason])).toEqual([
    ['paid', 'subscription_update'],
    ['paid', 'subscription_cycle'],
    ['paid', 'subscription_create'],
  ])
  const charged = intentsOf().map(({ amount }) => fromProviderUnits('stripe', currency, amount))
  const due = orders.map(({ total_amount: total }: { total_amount: number }) => total).toReversed()
  expect(charged).toEqual(due.map((total: number) => total - (total % (currency === 'kwd' ? 10 : currency === 'mga' ? 100 : 1))))
})

test('an amount that is split three ways loses no unit on its way to Stripe', async () => {
  const sale = await sell({ ...ROWS[2], price: 1000, total: 900, taken: 900 } as never)
  for (const amount of [333, 333, 234]) expect((await refund(sale.order.id, { amount })).json.status).toBe('succeeded')
  expect((await refund(sale.order.id)).json.error).toBe('RefundedAlready')
  expect(refundedAtStripe(stripe.fake, sale.intent)).toBe(900)
})
