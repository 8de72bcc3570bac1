// The one trial of a product that a buyer gets: what happens with a second one, by whom and with what it is asked for.
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aCheckout, cards, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
checkBooksAfterEach(server)

const other = 'sandbox_4000000000000259'

async function aCase(options: Readonly<Record<string, unknown>> = {}) {
  const merchant = await aMerchant(server)
  const productId = await aPlan(merchant, 1500, { trial_interval: 'day', trial_interval_count: 14, ...options })
  return { merchant, productId }
}

const subscriptionsOf = async (merchant: TestMerchant) =>
  (await merchant.request('GET', '/v1/subscriptions/?sorting=started_at')).json.items
const chargesOf = async (merchant: TestMerchant): Promise<number[]> => {
  const { json } = await merchant.request('GET', '/v1/sandbox/charges/?limit=100')
  return json.items.map(({ amount }: { amount: number }) => amount).filter((amount: number) => amount > 0)
}

/** The attempts that a checkout has counted, and those that are recorded for it. */
async function attemptsOf({ id }: TestCheckout): Promise<{ readonly counted: number; readonly recorded: readonly (string | null)[] }> {
  const { db } = server.platform.database
  const [checkout] = await db.selectFrom('checkouts').select('attempts').where('id', '=', id).execute()
  const payments = await db.selectFrom('payments').select('decline_code').where('purpose_id', '=', id).orderBy('created_at').execute()
  return { counted: checkout?.attempts ?? -1, recorded: payments.map(({ decline_code: code }) => code) }
}

interface Second {
  readonly merchant: TestMerchant
  readonly checkout: TestCheckout
  readonly card?: string
  readonly body?: Readonly<Record<string, unknown>>
  /** Only the card shows that there was a trial, so the processor is asked about it first. */
  readonly isKnownByCard?: boolean
}

/** A second trial: refused, shown with what is due, and charged by a further confirm. */
async function expectRefusedAndThenCharged({
  merchant,
  checkout,
  card = cards.good,
  body = {},
  isKnownByCard = false,
}: Second): Promise<void> {
  const before = await checkout.view()
  expect(before.json).toMatchObject({ active_trial_interval: 'day' })
  const charges = await chargesOf(merchant)
  const refused = await checkout.confirm(card, { body: { ...body, expected_total_amount: 0 } })
  expect([refused.status, refused.json.detail[0]]).toEqual([
    422,
    expect.objectContaining({ loc: ['body', 'expected_total_amount'], type: 'trial_used', ctx: { total_amount: 1500 } }),
  ])
  expect((await checkout.view()).json).toMatchObject({
    status: 'open',
    active_trial_interval: null,
    total_amount: 1500,
    is_payment_form_required: true,
  })
  expect(await chargesOf(merchant)).toEqual(charges)
  const failures = isKnownByCard ? ['trial_used'] : []
  expect(await attemptsOf(checkout)).toEqual({ counted: 0, recorded: failures })
  // The total that the page showed before is not the one that is due.
  const unseen = await checkout.confirm(card, { body: { ...body, expected_total_amount: 0 } })
  expect([unseen.status, unseen.json.detail[0].type]).toEqual([422, 'total_changed'])
  const paid = await checkout.confirm(card, { body: { ...body, expected_total_amount: 1500 } })
  expect([paid.status, paid.text]).toEqual([200, expect.any(String)])
  expect(await attemptsOf(checkout)).toEqual({ counted: 1, recorded: [...failures, null] })
  await server.drain()
  expect(await chargesOf(merchant)).toEqual([1500, ...charges])
  expect((await subscriptionsOf(merchant)).at(-1)).toMatchObject({ status: 'active', trial_end: null })
}

test('a customer who had a trial is refused a second one before anything is charged, and may go on without it', async () => {
  const { merchant, productId } = await aCase()
  const first = await aCheckout(server, merchant, { products: [productId] })
  expect((await first.confirm(cards.good, { body: { expected_total_amount: 0 } })).status).toBe(200)
  await server.drain()
  const [subscription] = await subscriptionsOf(merchant)
  expect(subscription.status).toBe('trialing')
  await merchant.request('PATCH', `/v1/subscriptions/${subscription.id}`, { body: { revoke: true } })
  const checkout = await aCheckout(server, merchant, { products: [productId] })
  await expectRefusedAndThenCharged({ merchant, checkout, card: other, body: { customer_email: first.email } })
})

test('the same where the trial needs no card: nothing is declined, no attempt is lost, and the tax is that of the address', async () => {
  const { merchant, productId } = await aCase({ is_trial_payment_required: false })
  const first = await aCheckout(server, merchant, { products: [productId] })
  const bare = { customer_name: null, customer_billing_address: null, confirmation_token_id: null }
  expect((await first.confirm(undefined, { body: bare })).status).toBe(200)
  await server.drain()
  const [subscription] = await subscriptionsOf(merchant)
  await merchant.request('PATCH', `/v1/subscriptions/${subscription.id}`, { body: { revoke: true } })
  const second = await aCheckout(server, merchant, { products: [productId] })
  const refused = await second.confirm(undefined, { body: { ...bare, customer_email: first.email } })
  expect([refused.status, refused.json.detail[0].type]).toEqual([422, 'trial_used'])
  const { json } = await second.view()
  expect(json).toMatchObject({ status: 'open', customer_email: first.email, tax_amount: null, is_payment_form_required: true })
  expect(await attemptsOf(second)).toEqual({ counted: 0, recorded: [] })
  const missing = await second.confirm(undefined, { body: { ...bare, customer_email: first.email } })
  expect(missing.json.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([
    ...['customer_name', 'customer_billing_address', 'confirmation_token_id'],
  ])
  expect((await second.confirm(other, { body: { customer_email: first.email } })).status).toBe(200)
  expect(await attemptsOf(second)).toEqual({ counted: 1, recorded: [null] })
})

test('a card that had a trial has no second one with another address', async () => {
  const { merchant, productId } = await aCase()
  expect((await (await aCheckout(server, merchant, { products: [productId] })).confirm()).status).toBe(200)
  await server.drain()
  const checkout = await aCheckout(server, merchant, { products: [productId] })
  await expectRefusedAndThenCharged({ merchant, checkout, isKnownByCard: true })
  // Another card, another product or another expiry has one.
  const third = await aCheckout(server, merchant, { products: [productId] })
  expect((await third.confirm('sandbox_4242424242424242_0331')).status).toBe(200)
  const again = await aCheckout(server, merchant, { products: [productId] })
  expect((await again.confirm('sandbox_4242424242424242_0331')).status).toBe(422)
  const otherPlan = await aPlan(merchant, 1500, { trial_interval: 'day', trial_interval_count: 14 })
  expect((await (await aCheckout(server, merchant, { products: [otherPlan] })).confirm()).status).toBe(200)
  const elsewhere = await aCase()
  const foreign = await aCheckout(server, elsewhere.merchant, { products: [elsewhere.productId] })
  expect((await foreign.confirm()).status).toBe(200)
})

test('of two trials at once with one card the second is refused, and a card that must be approved is recognized after it', async () => {
  const { merchant, productId } = await aCase()
  const [first, second] = [
    await aCheckout(server, merchant, { products: [productId] }),
    await aCheckout(server, merchant, { products: [productId] }),
  ]
  const answers = await Promise.all([first.confirm(other), second.confirm(other)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  const approved = async (checkout: TestCheckout) => {
    const { json } = await checkout.confirm(cards.requiresAction)
    const secret = json.payment_processor_metadata.intent_client_secret
    await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })
    await server.drain()
    return (await checkout.view()).json
  }
  const [third, fourth] = [
    await aCheckout(server, merchant, { products: [productId] }),
    await aCheckout(server, merchant, { products: [productId] }),
  ]
  expect(await approved(third)).toMatchObject({ status: 'succeeded' })
  expect(await approved(fourth)).toMatchObject({ status: 'open', active_trial_interval: null, total_amount: 1500 })
})

test('an address that had a trial has no second one after its customer was deleted, and nothing of it is stored in clear', async () => {
  const { merchant, productId } = await aCase()
  const first = await aCheckout(server, merchant, { products: [productId] })
  await first.confirm()
  await server.drain()
  const [customer] = (await merchant.request('GET', '/v1/customers/')).json.items
  expect((await merchant.request('DELETE', `/v1/customers/${customer.id}`)).status).toBe(204)
  await server.drain()
  const checkout = await aCheckout(server, merchant, { products: [productId] })
  await expectRefusedAndThenCharged({ merchant, checkout, card: other, body: { customer_email: first.email.toUpperCase() } })
  const { rows } = await sql`select * from trial_uses where organization_id = ${merchant.organizationId}`.execute(
    server.platform.database.db,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(first.email)
  expect(JSON.stringify(rows)).not.toContain('4242')
})

test('a checkout of a customer whom the merchant names shows from the start that there is no further trial', async () => {
  const { merchant, productId } = await aCase()
  const email = uniqueEmail()
  const { id } = (await merchant.request('POST', '/v1/customers/', { body: { email, name: 'Ada' } })).json
  const named = { products: [productId], customer_id: id }
  const first = await aCheckout(server, merchant, named)
  expect(first.created).toMatchObject({ active_trial_interval: 'day' })
  expect((await first.confirm(undefined, { body: { customer_email: email } })).status).toBe(200)
  await server.drain()
  const [subscription] = await subscriptionsOf(merchant)
  await merchant.request('PATCH', `/v1/subscriptions/${subscription.id}`, { body: { revoke: true } })
  expect((await aCheckout(server, merchant, named)).created).toMatchObject({ active_trial_interval: null, total_amount: 1500 })
})

test('a customer with a subscription gets no checkout of a second one, unless the merchant allows several', async () => {
  const { merchant, productId } = await aCase()
  const oneTime = (await merchant.request('POST', '/v1/products/', { body: { name: 'Book', prices: [{ amount_type: 'free' }] } })).json.id
  const email = uniqueEmail()
  const { id } = (await merchant.request('POST', '/v1/customers/', { body: { email, name: 'Ada', external_id: 'ada' } })).json
  const create = (body: Readonly<Record<string, unknown>>) => merchant.request('POST', '/v1/checkouts/', { body })
  const open = await aCheckout(server, merchant, { products: [productId, oneTime], customer_id: id })
  const first = await aCheckout(server, merchant, { products: [productId], customer_id: id })
  expect((await first.confirm(undefined, { body: { customer_email: email } })).status).toBe(200)
  for (const customer of [{ customer_id: id }, { external_customer_id: 'ada' }]) {
    const refused = await create({ products: [productId], ...customer })
    expect([refused.status, refused.json.error]).toEqual([403, 'AlreadyActiveSubscriptionError'])
  }
  expect((await create({ products: [oneTime, productId], customer_id: id })).status).toBe(201)
  const updates = [
    await open.update({ customer_name: 'Ada L.' }),
    await merchant.request('PATCH', `/v1/checkouts/${open.id}`, { body: { metadata: { a: 'b' } } }),
    await open.update({ product_id: oneTime }),
    await open.update({ product_id: productId }),
  ]
  expect(updates.map(({ status }) => status)).toEqual([403, 403, 200, 403])
  const settings = { subscription_settings: { allow_multiple_subscriptions: true } }
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: settings })
  expect((await create({ products: [productId], customer_id: id })).status).toBe(201)
})
