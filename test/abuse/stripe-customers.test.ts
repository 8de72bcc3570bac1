// Races about what belongs to a customer who pays through Stripe: unique values, license keys, and usage that is billed.
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { passDays, START } from '#test/support/server.ts'
import { aCheckedStripeServer } from '#test/support/stripe/a-checked-stripe-server.ts'
import { paidIntents, refundedAtStripe } from '#test/support/stripe/books.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

const CARD = '4242424242424242'
const DAY = 86_400
const MONTH_DAYS = 31

let merchant: TestMerchant
const stripe = await aCheckedStripeServer((created) => {
  merchant = created
})

const listOf = async (path: string) => (await merchant.request('GET', path)).json.items
const paid = () => paidIntents(stripe.fake, merchant).map(({ amount }) => amount)
const checkoutsOf = (product: string, count: number, body: object = {}) =>
  Promise.all(Array.from({ length: count }, () => aCheckout(stripe.server, merchant, { products: [product], ...body })))

describe('unique values', () => {
  test('of one new email eight purchases at once make one customer, and each is charged', async () => {
    const { id } = await aProduct(merchant)
    const checkouts = await checkoutsOf(id, 8)
    const body = { customer_email: uniqueEmail() }
    const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm(stripe.fake.token(CARD), { body })))
    await stripe.report()
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await listOf('/v1/customers/')).toMatchObject([{ email: body.customer_email }])
    expect([paid(), (await stripe.ordersOf(merchant)).length]).toEqual([Array(8).fill(4200), 8])
  })

  test('of one external id and six emails at once each payment has its order, and one customer has the id', async () => {
    const { id } = await aProduct(merchant)
    const checkouts = await checkoutsOf(id, 6, { customer_external_id: 'user-1' })
    const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm(stripe.fake.token(CARD))))
    await stripe.report()
    const succeeded = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => ![200, 422].includes(status)).map(({ text }) => text)).toEqual([])
    const customers = await listOf('/v1/customers/')
    expect(customers.filter(({ external_id: externalId }: { external_id: string | null }) => externalId === 'user-1')).toHaveLength(1)
    expect([paid().length, (await stripe.ordersOf(merchant)).length]).toEqual([succeeded.length, succeeded.length])
    // From now on another email is refused before Stripe is asked.
    const [late] = await checkoutsOf(id, 1, { customer_external_id: 'user-1' })
    const before = stripe.fake.requests.length
    expect((await late?.confirm(stripe.fake.token(CARD)))?.status).toBe(422)
    expect(stripe.fake.requests).toHaveLength(before)
  })

  test('of one customer four subscriptions at once have one customer at Stripe', async () => {
    const plans = [await aPlan(merchant, 1000), await aPlan(merchant, 2000), await aPlan(merchant, 3000), await aPlan(merchant, 4000)]
    const { id: customer_id, email } = (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })).json
    const checkouts = await Promise.all(plans.map((plan) => aCheckout(stripe.server, merchant, { products: [plan], customer_id })))
    const before = stripe.fake.state.customers.size
    const body = { customer_email: email }
    const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm(stripe.fake.token(CARD), { body })))
    await stripe.report()
    const succeeded = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => ![200, 400, 403, 422].includes(status)).map(({ text }) => text)).toEqual([])
    expect(stripe.fake.state.customers.size).toBe(before + 1)
    expect([paid().length, (await listOf('/v1/subscriptions/')).length]).toEqual([succeeded.length, succeeded.length])
  })
})

test('a license key that was bought is activated within its limit, and not after its refund', async () => {
  const properties = { prefix: 'ACME', activations: { limit: 2, enable_customer_admin: true } }
  const benefit = await merchant.request('POST', '/v1/benefits/', { body: { type: 'license_keys', description: 'A key', properties } })
  const { id } = await aProduct(merchant)
  await merchant.request('POST', `/v1/products/${id}/benefits`, { body: { benefits: [benefit.json.id] } })
  const [checkout] = await checkoutsOf(id, 1)
  await checkout?.confirm(stripe.fake.token(CARD))
  await stripe.report()
  const [{ id: keyId }] = await listOf('/v1/license-keys/')
  const { key } = (await merchant.request('GET', `/v1/license-keys/${keyId}`)).json
  const call = (verb: string, body: object) =>
    stripe.server.request('POST', `/v1/customer-portal/license-keys/${verb}`, {
      body: { key, organization_id: merchant.organizationId, ...body },
    })
  const activations = await Promise.all(Array.from({ length: 10 }, (_, at) => call('activate', { label: `Laptop ${at}` })))
  const active = activations.filter(({ status }) => status === 200)
  expect(active).toHaveLength(2)
  const activation_id = active[0]?.json.id
  const deactivations = await Promise.all([1, 2].map(() => call('deactivate', { activation_id })))
  expect(deactivations.map(({ status }) => status).toSorted()).toEqual([204, 404])

  const [order] = await stripe.ordersOf(merchant)
  const refund = { body: { order_id: order.id, reason: 'other', revoke_benefits: true } }
  await Promise.all([merchant.request('POST', '/v1/refunds/', refund), call('activate', { label: 'Late' }), call('validate', {})])
  await stripe.report()
  expect([(await call('validate', {})).status, (await call('activate', { label: 'Later' })).status]).toEqual([404, 404])
  expect(refundedAtStripe(stripe.fake, paidIntents(stripe.fake, merchant)[0]?.id ?? '')).toBe(4200)
})

test('usage that is reported twice, late, ahead of time or below zero is charged at Stripe once, in its period', async () => {
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'tokens' }] }
  const aggregation = { func: 'sum', property: 'units' }
  const { id: meter_id } = (await merchant.request('POST', '/v1/meters/', { body: { name: 'Tokens', filter, aggregation } })).json
  await stripe.server.drain()
  const prices = [
    { amount_type: 'fixed', price_amount: 1000, price_currency: 'usd' },
    { amount_type: 'metered_unit', price_currency: 'usd', meter_id, unit_amount: '10', cap_amount: null },
  ]
  const [checkout] = await checkoutsOf(await aPlan(merchant, 1000, { prices }), 1)
  await checkout?.confirm(stripe.fake.token(CARD))
  await stripe.report()
  const [{ customer_id }] = await listOf('/v1/subscriptions/')
  const use = async (units: number, { external_id = newId(START), secondsAgo = 0 } = {}) => {
    const timestamp = new Date(stripe.server.clock.now().getTime() - secondsAgo * 1000).toISOString()
    const body = { events: [{ name: 'tokens', customer_id, external_id, timestamp, metadata: { units } }] }
    return (await merchant.request('POST', '/v1/events/ingest', { body })).status
  }
  stripe.server.clock.advance(DAY)
  const external_id = newId(START)
  expect(await Promise.all(Array.from({ length: 8 }, () => use(100, { external_id })))).toEqual(Array(8).fill(200))
  expect(await use(5, { secondsAgo: -3600 })).toBe(422)
  expect(await use(-20)).toBe(200)
  await passDays(stripe.server, MONTH_DAYS - 1)
  await stripe.report()
  expect(paid()).toEqual([1000, 1800])
  // Of the period that is billed: it is billed with the open one.
  expect([await use(7, { secondsAgo: 5 * DAY }), await use(100, { external_id })]).toEqual([200, 200])
  await passDays(stripe.server, MONTH_DAYS)
  await stripe.report()
  expect(paid()).toEqual([1000, 1800, 1070])
})
