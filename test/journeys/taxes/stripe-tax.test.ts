// A live organization whose taxes Stripe Tax works out: checkouts, renewals, and what happens while it gives no answer.
import { beforeEach, expect, test } from 'vitest'
import { answersOf } from '#money/taxes/index.ts'
import { aCheckout, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { passDays } from '#test/support/server.ts'
import { aLiveMerchant } from '#test/support/stripe/a-live-merchant.ts'
import { aStripeServer } from '#test/support/stripe/a-stripe-server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'
import { collectTaxes, taxIds } from '#test/support/taxes/collect-taxes.ts'

const CARD = '4242424242424242'
const MONTH_DAYS = 31
const REMINDED_DAYS = 26
const OPERATION = 'POST /v1/tax/calculations'
const CHECK = 'GET /v1/tax/settings'
const TEST_MS = 120_000
const newYork = {
  customer_billing_address: { country: 'US', state: 'US-NY', city: 'New York', postal_code: '10001', line1: '1 Main Street' },
}

const stripe = await aStripeServer({ RATE_LIMIT_ENABLED: 'false' })
const { fake, server, requestsOf } = stripe
const report = () => stripe.report({ isReversed: false, times: 1 })
const merchant = await aLiveMerchant(server)
await collectTaxes(merchant, { engine: 'stripe', behavior: 'location', origin: 'DE' })
beforeEach(() => answersOf(server.platform).forget())

const calculations = () => fake.requests.filter(({ operation }) => operation === OPERATION)
const from = (country: string, more: object = {}) => ({ customer_billing_address: { country }, ...more })
const quoteOf = (answer: Awaited<ReturnType<TestCheckout['update']>>) => {
  const { net_amount, tax_amount, total_amount, taxability_reason } = answer.json
  return [net_amount, tax_amount, total_amount, taxability_reason]
}
const orderOf = async () => (await merchant.request('GET', '/v1/orders/?sorting=-created_at&limit=1')).json.items[0]

test('the service is for live organizations', async () => {
  const sandbox = await aMerchant(server)
  const path = `/v1/organizations/${sandbox.organizationId}/tax-settings`
  const refused = await sandbox.request('PATCH', path, { body: { engine: 'stripe' } })
  expect([refused.status, refused.json.detail]).toMatchObject([422, [{ loc: ['body', 'engine'] }]])
  expect((await sandbox.request('GET', path)).json).toMatchObject({ engine: 'built_in' })
  const shown = (await sandbox.request('GET', path)).json
  expect(shown).toMatchObject({ engine: 'built_in', stripe_tax_availability: 'test_organization', engine_status: null })
  const own = (await merchant.request('GET', `/v1/organizations/${merchant.organizationId}/tax-settings`)).json
  expect(own).toMatchObject({ engine: 'stripe', preview: null, preview_failure: null, stripe_tax_availability: 'available' })
})

test.each([
  ['is not set up', null, { reason: 'inactive', missing_fields: ['head_office'] }],
  ['does not answer', 'refused', { reason: 'unavailable', missing_fields: [] }],
  ['does not accept the key', 'forbidden', { reason: 'refused', missing_fields: [] }],
] as const)('the service is not chosen while it %s', async (_, failure, ctx) => {
  const other = await aLiveMerchant(server)
  if (failure === null) fake.state.missingTaxFields = ['head_office']
  else fake.fail(CHECK, failure)
  const path = `/v1/organizations/${other.organizationId}/tax-settings`
  const choose = () => other.request('PATCH', path, { body: { enabled: true, origin: 'DE', engine: 'stripe' } })
  const refused = await choose()
  expect([refused.status, refused.json.detail]).toMatchObject([422, [{ loc: ['body', 'engine'], ctx }]])
  expect((await other.request('GET', path)).json).toMatchObject({ enabled: false, engine: 'built_in' })
  fake.state.missingTaxFields = []
  const checks = requestsOf(CHECK)
  expect((await choose()).json).toMatchObject({ enabled: true, engine: 'stripe' })
  // A service that is chosen already is not checked again.
  fake.state.missingTaxFields = ['head_office']
  expect((await choose()).status).toBe(200)
  expect(requestsOf(CHECK)).toBe(checks + 1)
  expect((await other.request('GET', `${path}?check_engine=true`)).json).toMatchObject({
    engine_status: { status: 'inactive', missing_fields: ['head_office'] },
  })
  fake.state.missingTaxFields = []
  expect((await other.request('GET', `${path}?check_engine=true`)).json.engine_status).toEqual({ status: 'active', missing_fields: [] })
})

test('an example asks about a named place alone, once, and says why it has no answer', async () => {
  const exampleOf = async (query: string) => {
    const { json } = await merchant.request('GET', `/v1/organizations/${merchant.organizationId}/tax-settings${query}`)
    return [json.preview?.price_amount ?? null, json.preview?.tax_amount ?? null, json.preview?.total_amount ?? null, json.preview_failure]
  }
  const before = calculations().length
  expect(await exampleOf('')).toEqual([null, null, null, null])
  expect(await exampleOf('?place=PT')).toEqual([1000, 187, 1000, null])
  expect(await exampleOf('?place=PT')).toEqual([1000, 187, 1000, null])
  expect(await exampleOf('?place=US-NY&postal_code=10001')).toEqual([1000, 89, 1089, null])
  expect(calculations()).toHaveLength(before + 2)
  expect(await exampleOf('?place=US-NY')).toEqual([null, null, null, 'refused'])
  fake.fail(OPERATION, 'refused')
  expect(await exampleOf('?place=FR')).toEqual([null, null, null, 'unavailable'])
  fake.state.missingTaxFields = ['head_office']
  expect(await exampleOf('?place=DE')).toEqual([null, null, null, 'inactive'])
  fake.state.missingTaxFields = []
})

test('a buyer in New York pays the taxes of its state and city, which the order states', async () => {
  const before = calculations().length
  const checkout = await aCheckout(server, merchant)
  expect(quoteOf(await checkout.update(newYork))).toEqual([4200, 373, 4573, 'standard_rated'])
  expect((await checkout.confirm(fake.token(CARD), { body: newYork })).status).toBe(200)
  await report()
  expect(calculations()).toHaveLength(before + 1)
  expect(calculations().at(-1)?.parameters).toMatchObject({
    currency: 'usd',
    line_items: { '0': { amount: '4200', tax_behavior: 'exclusive' } },
    customer_details: { address: { country: 'US', state: 'NY', postal_code: '10001' } },
  })
  const part = (rate_ppm: number, amount: number) => ({
    component: 'Sales tax',
    jurisdiction: 'US-NY',
    rate_ppm,
    base_amount: 4200,
    amount,
  })
  expect(await orderOf()).toMatchObject({
    status: 'paid',
    tax_amount: 373,
    total_amount: 4573,
    tax_breakdown: [part(40_000, 168), part(48_750, 205)],
  })
  const { tax } = await server.platform.database.db
    .selectFrom('orders')
    .select('tax')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(tax).toMatchObject({ source: 'stripe', calculationId: expect.stringMatching(/^taxcalc_/) })
})

test('a price that contains its tax, reverse charge, and a place without registration', async () => {
  const checkout = await aCheckout(server, merchant)
  expect(quoteOf(await checkout.update(from('PT')))).toEqual([3415, 785, 4200, 'standard_rated'])
  expect(quoteOf(await checkout.update(from('FR', { customer_tax_id: taxIds.french })))).toEqual([4200, 0, 4200, 'reverse_charge'])
  expect(quoteOf(await checkout.update(from('JP', { customer_tax_id: null })))).toEqual([4200, 0, 4200, 'not_collecting'])
})

test.each(['refused', 'hangs'] as const)(
  'with the failure %s, a checkout has no tax and is not confirmed; later it is',
  { timeout: TEST_MS },
  async (failure) => {
    const checkout = await aCheckout(server, merchant)
    const charged = fake.charged().length
    fake.fail(OPERATION, failure)
    expect(quoteOf(await checkout.update(from('PT')))).toEqual([4200, null, 4200, null])
    const refused = await checkout.confirm(fake.token(CARD), { body: from('PT') })
    expect([refused.status, refused.json.detail]).toMatchObject([
      422,
      [{ loc: ['body', 'customer_billing_address'], type: 'tax_unavailable' }],
    ])
    expect(refused.headers['retry-after']).toBe('60')
    expect(fake.charged()).toHaveLength(charged)
    answersOf(server.platform).forget()
    expect((await checkout.confirm(fake.token(CARD), { body: from('PT') })).status).toBe(200)
    await report()
    expect(await orderOf()).toMatchObject({ tax_amount: 785, total_amount: 4200 })
  },
)

test('a total that the buyer has not seen, because the tax was not known, is not charged', async () => {
  const checkout = await aCheckout(server, merchant)
  const charged = fake.charged().length
  fake.fail(OPERATION, 'refused')
  expect(quoteOf(await checkout.update(newYork))).toEqual([4200, null, 4200, null])
  answersOf(server.platform).forget()
  const refused = await checkout.confirm(fake.token(CARD), { body: { ...newYork, expected_total_amount: 4200 } })
  expect([refused.status, refused.json.detail]).toMatchObject([
    422,
    [{ loc: ['body', 'expected_total_amount'], type: 'total_changed', ctx: { total_amount: 4573 } }],
  ])
  expect(fake.charged()).toHaveLength(charged)
  expect(quoteOf(await checkout.update(newYork))).toEqual([4200, 373, 4573, 'standard_rated'])
  expect((await checkout.confirm(fake.token(CARD), { body: { ...newYork, expected_total_amount: 4573 } })).status).toBe(200)
  await report()
})

test('an address that it cannot place is refused at its field', async () => {
  const checkout = await aCheckout(server, merchant)
  const nowhere = { customer_billing_address: { ...newYork.customer_billing_address, postal_code: 'none' } }
  expect(quoteOf(await checkout.update(nowhere))).toEqual([4200, null, 4200, null])
  const refused = await checkout.confirm(fake.token(CARD), { body: nowhere })
  expect([refused.status, refused.json.detail]).toMatchObject([422, [{ loc: ['body', 'customer_billing_address'], type: 'value_error' }]])
  expect(refused.headers['retry-after']).toBeUndefined()
})

test('a checkout is not confirmed while the service is not set up', async () => {
  const checkout = await aCheckout(server, merchant)
  fake.state.missingTaxFields = ['head_office']
  const refused = await checkout.confirm(fake.token(CARD), { body: from('FR') })
  fake.state.missingTaxFields = []
  expect([refused.status, refused.json.detail]).toMatchObject([422, [{ type: 'tax_unavailable' }]])
})

test('renewals wait while it is down, and are billed once with its taxes', async () => {
  const products = [await aPlan(merchant, 900)]
  for (const body of [newYork, from('PT')]) {
    const checkout = await aCheckout(server, merchant, { products })
    expect((await checkout.confirm(fake.token(CARD), { body })).status).toBe(200)
    await report()
  }
  const count = async () => (await merchant.request('GET', '/v1/orders/?limit=1')).json.pagination.total_count
  // The reminders are sent before, and ask, too.
  await passDays(server, REMINDED_DAYS)
  const [orders, before] = [await count(), calculations().length]
  // Both questions of the first day fail; those of the next day are answered.
  fake.fail(OPERATION, 'refused', 2)
  await passDays(server, MONTH_DAYS + 2 - REMINDED_DAYS)
  await report()
  expect([await count(), calculations().length]).toEqual([orders + 2, before + 4])
  const renewed = (await merchant.request('GET', '/v1/orders/?sorting=-created_at&limit=2')).json.items
  expect(renewed.map((order: { tax_amount: number }) => order.tax_amount).toSorted()).toEqual([168, 80])
})
