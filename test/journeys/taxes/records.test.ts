// The records at Stripe Tax of the sales whose taxes it has worked out, and of what is given back of them.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answersOf } from '#money/taxes/index.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { passDays } from '#test/support/server.ts'
import { aLiveMerchant } from '#test/support/stripe/a-live-merchant.ts'
import { aStripeServer, type StripeServer } from '#test/support/stripe/a-stripe-server.ts'
import type { StripeFailure } from '#test/support/stripe/failures.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'

const CARD = '4242424242424242'
const RECORD = 'POST /v1/tax/transactions/create_from_calculation'
const REVERSE = 'POST /v1/tax/transactions/create_reversal'
const CALCULATE = 'POST /v1/tax/calculations'
const DAY = 86_400
const MONTH_DAYS = 32
const SETUP_MS = 120_000
const TEST_MS = 60_000
const portugal = { customer_billing_address: { country: 'PT' } }
const newYork = {
  customer_billing_address: { country: 'US', state: 'US-NY', city: 'New York', postal_code: '10001', line1: '1 Main Street' },
}

let stripe: StripeServer
let merchant: TestMerchant
beforeAll(async () => {
  stripe = await aStripeServer({ RATE_LIMIT_ENABLED: 'false' })
}, SETUP_MS)
beforeEach(async () => {
  answersOf(stripe.server.platform).forget()
  stripe.fake.repair()
  merchant = await aLiveMerchant(stripe.server)
  await collectTaxes(merchant, { engine: 'stripe', behavior: 'location', origin: 'DE' })
})

/** Buys with an address, and returns the order. */
async function buy(body: Readonly<Record<string, unknown>> = newYork, checkoutOptions: Readonly<Record<string, unknown>> = {}) {
  const checkout = await aCheckout(stripe.server, merchant, checkoutOptions)
  const { status, text } = await checkout.confirm(stripe.fake.token(CARD), { body })
  expect([status, text.slice(0, 1)]).toEqual([200, '{'])
  await stripe.report()
  return (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items[0]
}

/** Lets the worker do what is due within the next seconds. */
async function afterSeconds(seconds: number): Promise<void> {
  stripe.server.clock.advance(seconds)
  await stripe.server.drain()
}

const refund = async (order: { id: string }, amount?: number) => {
  const body = { order_id: order.id, reason: 'customer_request', ...(amount !== undefined && { amount }) }
  const { status, json } = await merchant.request('POST', '/v1/refunds/', { body })
  expect(status).toBe(200)
  return json
}

/** The transactions that Stripe has recorded of an order: what its lines contain, and their taxes. */
const recordedOf = (order: { number: string }) =>
  stripe.fake.state.taxTransactions
    .filter(({ metadata }) => metadata['order_number'] === order.number && metadata['organization_id'] === merchant.organizationId)
    .map(({ type, line }) => [type, line.amount, line.amount_tax])

const recordsOf = async (order: { id: string }) =>
  (await merchant.request('GET', `/v1/tax-records/?order_id=${order.id}&sorting=created_at`)).json.items
const statesOf = async (order: { id: string }) =>
  (await recordsOf(order)).map((each: { kind: string; status: string; failure_reason: string | null }) => [
    each.kind,
    each.status,
    each.failure_reason,
  ])
const newestIntent = () => [...stripe.fake.state.intents.keys()].at(-1) ?? ''

/** The taxes that the ledger owes, in minor units. */
async function taxOwed(): Promise<number> {
  const { db } = stripe.server.platform.database
  const postings = db.selectFrom('ledger_postings').where('organization_id', '=', merchant.organizationId)
  const rows = await postings.where('account', '=', 'tax_payable').select('amount').execute()
  return rows.reduce((total, { amount }) => total - amount, 0)
}

test('a sale and its refunds are recorded, and the recorded tax is what the ledger owes', async () => {
  const order = await buy()
  await afterSeconds(31)
  expect(recordedOf(order)).toEqual([['transaction', 4200, 373]])
  await refund(order, 1000)
  await afterSeconds(31)
  expect(recordedOf(order).at(-1)).toEqual(['reversal', -1000, -89])
  expect(recordedOf(order).reduce((total, [, , tax]) => total + Number(tax), 0)).toBe(await taxOwed())
  await refund(order)
  await afterSeconds(31)
  expect(recordedOf(order).at(-1)).toEqual(['reversal', -3200, -284])
  expect(await taxOwed()).toBe(0)
  const records = await recordsOf(order)
  expect(records[0]).toMatchObject({
    kind: 'sale',
    engine: 'stripe',
    reference: `order:${order.id}`,
    order_id: order.id,
    order_number: order.number,
    amount: 4200,
    tax_amount: 373,
    total_amount: 4573,
    currency: 'usd',
    status: 'recorded',
    failure_reason: null,
    transaction_id: expect.stringMatching(/^tax_/),
  })
  expect((await merchant.request('GET', `/v1/tax-records/${records[1].id}`)).json).toEqual(records[1])
  expect(records.slice(1)).toMatchObject([
    { kind: 'reversal', amount: 1000, tax_amount: 89 },
    { kind: 'reversal', amount: 3200, tax_amount: 284 },
  ])
})

test('of a price that contains its tax, what is given back contains it too', async () => {
  const order = await buy(portugal)
  await refund(order, 1000)
  await afterSeconds(31)
  expect(recordedOf(order)).toEqual([
    ['transaction', 4200, 785],
    ['reversal', -1230, -230],
  ])
})

test('sales that share a calculation are recorded by one each', async () => {
  const [first, second] = [await buy(portugal), await buy(portugal)]
  const calculations = stripe.requestsOf(CALCULATE)
  await afterSeconds(31)
  expect([recordedOf(first), recordedOf(second)]).toEqual([[['transaction', 4200, 785]], [['transaction', 4200, 785]]])
  expect(stripe.requestsOf(CALCULATE)).toBe(calculations + 1)
})

test('a refund that the bank sends back is recorded as a sale again', async () => {
  const order = await buy()
  await refund(order, 1000)
  await afterSeconds(31)
  stripe.fake.returnRefunds()
  await stripe.report()
  await afterSeconds(31)
  expect(recordedOf(order)).toEqual([
    ['transaction', 4200, 373],
    ['reversal', -1000, -89],
    ['reversal', 1000, 89],
  ])
  expect(await statesOf(order)).toEqual([
    ['sale', 'recorded', null],
    ['reversal', 'recorded', null],
    ['restoration', 'recorded', null],
  ])
  await refund(order)
  await afterSeconds(31)
  expect(recordedOf(order).at(-1)).toEqual(['reversal', -4200, -373])
})

test.each(['won', 'lost'] as const)('of a dispute that is %s, what was taken back is recorded', async (status) => {
  const order = await buy()
  const intent = newestIntent()
  stripe.fake.dispute(intent)
  await stripe.report()
  await afterSeconds(31)
  expect(recordedOf(order)).toHaveLength(1)
  stripe.fake.decideDispute(intent, status)
  await stripe.report()
  await afterSeconds(31)
  expect(recordedOf(order).slice(1)).toEqual(status === 'lost' ? [['reversal', -4200, -373]] : [])
})

test('renewals are recorded, and the credit of a downgrade is given back', async () => {
  const [large, small] = [await aPlan(merchant, 2900), await aPlan(merchant, 900)]
  const bought = await buy(portugal, { products: [large] })
  await passDays(stripe.server, MONTH_DAYS)
  await stripe.report()
  const [renewed] = await stripe.ordersOf(merchant)
  expect(renewed.billing_reason).toBe('subscription_cycle')
  await afterSeconds(31)
  expect([recordedOf(bought), recordedOf(renewed)]).toEqual([[['transaction', 2900, 542]], [['transaction', 2900, 542]]])
  const path = `/v1/subscriptions/${bought.subscription_id}`
  const changed = await merchant.request('PATCH', path, { body: { product_id: small, proration_behavior: 'invoice' } })
  expect(changed.status).toBe(200)
  await afterSeconds(31)
  const [, reversed] = recordedOf(renewed)
  const [, credited] = await recordsOf(renewed)
  expect(credited).toMatchObject({ kind: 'reversal', status: 'recorded', reference: expect.stringMatching(/^credit:/) })
  expect(reversed).toEqual(['reversal', -credited.total_amount, -credited.tax_amount])
})

test('what the table of rates has taxed is not recorded', async () => {
  const other = await aLiveMerchant(stripe.server)
  await collectTaxes(other, { behavior: 'location', origin: 'DE' })
  const sandbox = await aMerchant(stripe.server)
  await collectTaxes(sandbox)
  const before = stripe.fake.state.taxTransactions.length
  for (const seller of [other, sandbox]) {
    const checkout = await aCheckout(stripe.server, seller)
    const token = seller === other ? stripe.fake.token(CARD) : undefined
    expect((await checkout.confirm(token, { body: portugal })).status).toBe(200)
  }
  await stripe.report()
  await afterSeconds(31)
  expect((await other.request('GET', '/v1/tax-records/')).json.items).toEqual([])
  expect((await sandbox.request('GET', '/v1/tax-records/')).json.items).toEqual([])
  expect(stripe.fake.state.taxTransactions).toHaveLength(before)
})

const FAILURES: readonly StripeFailure[] = [
  'refused',
  'lost',
  'hangs',
  'mute',
  'cut',
  'halved',
  'malformed',
  'empty',
  'foreign',
  'limited',
  'forbidden',
]

describe('while Stripe fails', () => {
  test.each(FAILURES)('with the failure %s, a sale and its refund are recorded once in the end', { timeout: TEST_MS }, async (failure) => {
    const order = await buy()
    await refund(order, 1000)
    stripe.fake.fail(RECORD, failure)
    stripe.fake.fail(REVERSE, failure)
    const before = stripe.requestsOf(RECORD) + stripe.requestsOf(REVERSE)
    await afterSeconds(31)
    // The library of Stripe repeats what was cut itself.
    if (failure !== 'cut') expect(await recordsOf(order)).toMatchObject([{ failure_detail: expect.any(String) }, { failure_detail: null }])
    for (let time = 0; time < 5; time += 1) await afterSeconds(130)
    expect(stripe.requestsOf(RECORD) + stripe.requestsOf(REVERSE)).toBe(before + 4)
    expect(recordedOf(order)).toEqual([
      ['transaction', 4200, 373],
      ['reversal', -1000, -89],
    ])
    expect(await statesOf(order)).toEqual([
      ['sale', 'recorded', null],
      ['reversal', 'recorded', null],
    ])
  })

  test('it is asked ever more rarely, and at least once a day', { timeout: TEST_MS }, async () => {
    const order = await buy()
    stripe.fake.fail(RECORD, 'refused', 100)
    const before = stripe.requestsOf(RECORD)
    for (let hour = 0; hour < 72; hour += 1) await afterSeconds(3600)
    const requests = stripe.requestsOf(RECORD) - before
    expect(requests).toBeGreaterThan(8)
    expect(requests).toBeLessThan(16)
    stripe.fake.repair()
    await afterSeconds(DAY + 60)
    expect(recordedOf(order)).toEqual([['transaction', 4200, 373]])
  })
})

describe('where a calculation can no longer be recorded', () => {
  test('the sale is calculated anew and recorded', async () => {
    const order = await buy()
    stripe.fake.state.taxCalculations.clear()
    await afterSeconds(31)
    expect(recordedOf(order)).toEqual([['transaction', 4200, 373]])
  })

  test('and another tax would be due now, it fails, and so does what is given back', async () => {
    const order = await buy()
    stripe.fake.state.taxCalculations.clear()
    await refund(order, 1000)
    stripe.fake.state.taxRates = { 'US-NY': '5.0' }
    await afterSeconds(31)
    stripe.fake.state.taxRates = {}
    expect(recordedOf(order)).toEqual([])
    expect(await statesOf(order)).toEqual([
      ['sale', 'failed', 'other_tax'],
      ['reversal', 'failed', 'original_failed'],
    ])
    const failed = (await merchant.request('GET', '/v1/tax-records/?status=failed&kind=sale')).json
    expect([failed.pagination.total_count, failed.items[0].failure_detail]).toEqual([1, '210'])
  })

  test('and Stripe no longer places the address, it fails with what Stripe says', async () => {
    const order = await buy()
    stripe.fake.state.taxCalculations.clear()
    const columns = {
      billing_address: JSON.stringify({ country: 'US', state: 'US-NY', postal_code: null, city: null, line1: null, line2: null }),
    }
    await stripe.server.platform.database.db
      .updateTable('orders')
      .set(columns as never)
      .where('id', '=', order.id)
      .execute()
    await afterSeconds(31)
    expect(await statesOf(order)).toEqual([['sale', 'failed', 'refused']])
    expect((await recordsOf(order))[0].failure_detail).toMatch(/tax location/)
  })
})

test('a currency that Stripe counts in other units is not recorded', async () => {
  const { id } = await aProduct(merchant, { prices: [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'isk' }] })
  const order = await buy(portugal, { products: [id] })
  await afterSeconds(31)
  expect([recordedOf(order), await statesOf(order)]).toEqual([[], [['sale', 'failed', 'currency']]])
})

test('a record is read by its organization alone, also as a file', async () => {
  const order = await buy()
  const [record] = await recordsOf(order)
  const other = await aLiveMerchant(stripe.server)
  expect((await other.request('GET', `/v1/tax-records/${record.id}`)).status).toBe(404)
  expect((await other.request('GET', `/v1/tax-records/?order_id=${order.id}`)).json.items).toEqual([])
  const [own, others] = [await merchant.request('GET', '/v1/tax-records/export'), await other.request('GET', '/v1/tax-records/export')]
  expect([own.text.trim().split('\n').length, others.text.trim().split('\n').length]).toEqual([2, 1])
  expect(own.text).toContain(record.reference)
})
