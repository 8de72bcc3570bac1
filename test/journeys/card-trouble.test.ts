// Databases: both.
// Declined cards, cards that require an action of the buyer, and abandoned payments.
import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { enqueueDuplicateRefund } from '#money/payments/index.ts'
import { movableClock } from '#platform/clock.ts'
import { aCheckout, cards, eventsOf, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { START, sharedServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
checkBooksAfterEach(server)
const ordersOf = async (merchant: TestMerchant, checkout: TestCheckout) =>
  (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items

test('after a declined card the checkout is open again, and another card pays it', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const declined = await checkout.confirm(cards.declined)
  expect(declined.status).toBe(400)
  expect(declined.json).toEqual({ error: 'PaymentError', detail: 'Your card was declined.' })
  expect((await checkout.view()).json).toMatchObject({ status: 'open', last_payment_error: 'Your card was declined.', customer_id: null })
  expect((await merchant.request('GET', '/v1/customers/')).json.items).toEqual([])

  expect((await checkout.confirm()).status).toBe(200)
  expect((await checkout.view()).json).toMatchObject({ status: 'succeeded', last_payment_error: null })
  expect(await ordersOf(merchant, checkout)).toHaveLength(1)
})

test('a repeat of a declined confirm with the same key gets the same refusal and creates no further charge', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const first = await checkout.confirm(cards.declined, { key: 'once' })
  const again = await checkout.confirm(cards.declined, { key: 'once' })
  expect([again.status, again.json]).toEqual([400, first.json])
  const charges = await chargesOf(merchant)
  expect(charges).toHaveLength(1)
})

test.for(['sandbox_1234567812345678', 'tok_visa', `${cards.good}_`])(
  'a confirmation token that is not a card is declined: %s',
  async (token) => {
    const checkout = await aCheckout(server, await aMerchant(server))
    const answer = await checkout.confirm(token)
    expect([answer.status, answer.json.error]).toEqual([400, 'PaymentError'])
  },
)

test('after ten declined cards the checkout fails', async () => {
  const checkout = await aCheckout(server, await aMerchant(server))
  for (let attempt = 1; attempt <= 10; attempt += 1) expect((await checkout.confirm(cards.declined)).status).toBe(400)
  expect((await checkout.view()).json.status).toBe('failed')
  const eleventh = await checkout.confirm()
  expect([eleventh.status, eleventh.json.error]).toEqual([403, 'NotOpenCheckout'])
})

test('a card that requires an action pays once the buyer approves, and the page gets live events', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const confirmed = await checkout.confirm(cards.requiresAction)
  expect(confirmed.status).toBe(200)
  const secret = confirmed.json.payment_processor_metadata.intent_client_secret
  expect(confirmed.json).toMatchObject({ status: 'confirmed', payment_processor_metadata: { intent_status: 'requires_action' } })
  expect((await checkout.view()).json.payment_processor_metadata).toEqual(confirmed.json.payment_processor_metadata)
  expect(await ordersOf(merchant, checkout)).toEqual([])

  const liveEvents: unknown[] = []
  const stop = server.platform.live.watch(`checkout:${checkout.id}`, ({ event, data }) => void liveEvents.push([event, data]))
  const approved = await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })
  expect([approved.status, approved.json]).toEqual([200, { status: 'succeeded' }])
  await server.drain()
  stop()
  expect((await checkout.view()).json).toMatchObject({ status: 'succeeded', payment_processor_metadata: {} })
  const [order] = await ordersOf(merchant, checkout)
  expect(order.status).toBe('paid')
  expect(liveEvents).toEqual([
    ['checkout.updated', { status: 'succeeded' }],
    ['checkout.order_created', { order_id: order.id }],
  ])
  expect((await eventsOf(server, merchant.organizationId)).map(({ name }) => name).slice(-6)).toEqual([
    'checkout.updated',
    'checkout.updated',
    'customer.created',
    'order.created',
    'order.updated',
    'order.paid',
  ])
})

test('a customer session created before the approval gets its customer with the payment', async () => {
  const checkout = await aCheckout(server, await aMerchant(server))
  const confirmed = await checkout.confirm(cards.requiresAction)
  const sessions = () =>
    server.platform.database.db
      .selectFrom('customer_sessions')
      .select(['customer_id', 'is_limited_to_checkout'])
      .where('checkout_id', '=', checkout.id)
      .execute()
  expect(await sessions()).toEqual([{ customer_id: null, is_limited_to_checkout: true }])
  const secret = confirmed.json.payment_processor_metadata.intent_client_secret
  await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })
  await server.drain()
  expect(await sessions()).toEqual([{ customer_id: expect.any(String), is_limited_to_checkout: false }])
})

test('a buyer who refuses the action can use another card, and the first answer to an action is final', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const secret = (await checkout.confirm(cards.requiresAction)).json.payment_processor_metadata.intent_client_secret
  const path = `/v1/sandbox/actions/${secret}`
  expect((await server.request('POST', path, { body: { approve: false } })).json).toEqual({ status: 'declined' })
  expect((await server.request('POST', path, { body: { approve: true } })).json).toEqual({ status: 'declined' })
  await server.drain()
  expect((await checkout.view()).json).toMatchObject({ status: 'open', last_payment_error: 'The payment was not approved.' })
  expect((await checkout.confirm()).status).toBe(200)
  expect(await ordersOf(merchant, checkout)).toHaveLength(1)
})

test('an action that is not completed within an hour is canceled, and a later approval pays nothing', async () => {
  const ownServer = await testServer({ clock: movableClock(new Date(START.getTime() - 86_400_000)) })
  const checkout = await aCheckout(ownServer, await aMerchant(ownServer))
  const secret = (await checkout.confirm(cards.requiresAction)).json.payment_processor_metadata.intent_client_secret
  ownServer.clock.advance(3599)
  await ownServer.drain()
  expect((await checkout.view()).json.status).toBe('confirmed')
  ownServer.clock.advance(31)
  await ownServer.drain()
  expect((await checkout.view()).json).toMatchObject({ status: 'open', last_payment_error: 'The payment was canceled.' })
  const late = await ownServer.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })
  expect(late.json).toEqual({ status: 'canceled' })
  await ownServer.close()
})

test('an unknown action is not found, and a body without an answer is refused', async () => {
  const unknown = await server.request('POST', '/v1/sandbox/actions/sandbox_pi_nothing', { body: { approve: true } })
  expect([unknown.status, unknown.json]).toEqual([404, { error: 'ResourceNotFound', detail: 'Not found' }])
  const empty = await server.request('POST', '/v1/sandbox/actions/sandbox_pi_nothing', { body: {} })
  expect([empty.status, empty.json.detail[0].loc]).toEqual([422, ['body', 'approve']])
})

async function chargesOf(merchant: TestMerchant) {
  return server.platform.database.db
    .selectFrom('sandbox_charges')
    .select(['status', 'amount'])
    .where('organization_id', '=', merchant.organizationId)
    .execute()
}

test('a checkout that costs nothing is confirmed without a card, in one transaction and without a ledger entry', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  // There is no free price yet; a full discount will have the same effect.
  await server.platform.database.transaction((tx) =>
    tx.updateTable('checkouts').set({ amount: 0, total_amount: 0 }).where('id', '=', checkout.id).execute(),
  )
  const answer = await server.request('POST', `/v1/checkouts/client/${checkout.secret}/confirm`, {
    body: { customer_email: checkout.email },
  })
  expect([answer.status, answer.json.is_payment_form_required]).toEqual([200, false])
  expect(answer.statements.filter((text) => text === 'begin')).toHaveLength(1)
  expect(await ordersOf(merchant, checkout)).toMatchObject([{ status: 'paid', total_amount: 0 }])
  expect(await chargesOf(merchant)).toEqual([])
  expect((await merchant.request('GET', '/v1/ledger/entries')).json.items).toEqual([])
})

test('a live merchant cannot sell through the sandbox', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { email: 'shop@example.test' } })
  await server.platform.database.transaction((tx) =>
    tx.updateTable('merchants').set({ mode: 'live' }).where('organization_id', '=', merchant.organizationId).execute(),
  )
  const answer = await checkout.confirm()
  expect([answer.status, answer.json]).toEqual([400, { error: 'PaymentError', detail: 'This merchant cannot take payments yet.' }])
  expect((await checkout.view()).json.status).toBe('open')
  expect(await chargesOf(merchant)).toEqual([])
})

const deletionOf = (merchant: TestMerchant) => () =>
  merchant.owner.request('POST', '/api/auth/organization/delete', { body: { organizationId: merchant.organizationId } })

test('the deletion of an organization cancels a payment that its buyer left half-way', async () => {
  const merchant = await aMerchant(server)
  const confirmed = await (await aCheckout(server, merchant)).confirm(cards.requiresAction)
  const foreign = await aMerchant(server)
  const body = { organizationId: merchant.organizationId }
  expect((await foreign.owner.request('POST', '/api/auth/organization/delete', { body })).status).toBe(400)
  expect(await chargesOf(merchant)).toMatchObject([{ status: 'requires_action' }])
  expect((await deletionOf(merchant)()).status).toBe(200)
  const secret = confirmed.json.payment_processor_metadata.intent_client_secret
  expect((await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })).status).toBe(404)
})

test('an organization cannot be deleted while its processor does not answer about a payment, or a refund is due', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm('sandbox_4242424242424242_mute')
  const remove = deletionOf(merchant)
  const early = await remove()
  expect([early.status, early.json.message]).toEqual([409, 'A payment to this organization is still being settled'])
  expect((await checkout.view()).json.status).toBe('confirmed')
  server.clock.advance(120)
  await server.drain()
  expect((await checkout.view()).json.status).toBe('succeeded')
  await server.platform.database.transaction((tx) =>
    enqueueDuplicateRefund(tx, server.platform, { ...merchant, id: newId(server.clock.now()) }),
  )
  expect((await remove()).status).toBe(409)
  await server.drain()
  expect((await remove()).status).toBe(200)
})
