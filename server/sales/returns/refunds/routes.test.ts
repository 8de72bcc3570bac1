import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { entryOf, postEntry } from '#money/books/ledger/index.ts'
import { aCheckout, cards, eventsOf } from '#test/support/a-checkout.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { bookFaultsOf, expectSoundBooks } from '#test/support/books/invariants.ts'
import { emailsTo } from '#test/support/emails.ts'
import { sharedServer, testServer } from '#test/support/server.ts'
import { queryRefunds } from './index.ts'

const server = await sharedServer()
const { db } = server.platform.database
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** An order of 42.00 before tax that was paid with the card. */
async function anOrder(merchant: TestMerchant, card: string = cards.good): Promise<string> {
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm(card)
  return orderOf(merchant, checkout.id)
}

/** The same with a tax, which nothing but a charge in progress can be given yet. */
async function anOrderWithTax(merchant: TestMerchant, tax: number): Promise<string> {
  const checkout = await aCheckout(server, merchant)
  const { json } = await checkout.confirm(cards.requiresAction)
  const ofMerchant = sql`where organization_id = ${merchant.organizationId}`
  await sql`update checkouts set tax_amount = ${tax}, total_amount = total_amount + ${tax} ${ofMerchant}`.execute(db)
  await sql`update payments set amount = amount + ${tax} ${ofMerchant}`.execute(db)
  await sql`update sandbox_charges set amount = amount + ${tax} ${ofMerchant}`.execute(db)
  const secret = json.payment_processor_metadata.intent_client_secret
  await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })
  return orderOf(merchant, checkout.id)
}

async function orderOf(merchant: TestMerchant, checkoutId: string): Promise<string> {
  await server.drain()
  const { items } = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkoutId}`)).json
  return items[0].id
}

const readOrder = async (merchant: TestMerchant, id: string) => (await merchant.request('GET', `/v1/orders/${id}`)).json
const refundOf = (merchant: TestMerchant, order_id: string, body: object = {}, headers: Record<string, string> = {}) =>
  merchant.request('POST', '/v1/refunds/', { body: { order_id, reason: 'customer_request', ...body }, headers })
const refundedAtProcessor = async (merchant: TestMerchant) =>
  (await merchant.request('GET', '/v1/sandbox/charges/')).json.items.map((charge: { refunded_amount: number }) => charge.refunded_amount)

test('a part of an order is refunded, then the rest, and the tax is returned exactly', async () => {
  const merchant = await aMerchant(server)
  const id = await anOrderWithTax(merchant, 798)
  const part = await refundOf(merchant, id, { amount: 1401, comment: 'One seat less', metadata: { ticket: 7 } })
  expect([part.status, part.json]).toMatchObject([
    200,
    {
      status: 'succeeded',
      reason: 'customer_request',
      amount: 1401,
      tax_amount: 266,
      total_amount: 1667,
      returned_amount: 1667,
      credited_amount: 0,
      currency: 'usd',
      order_id: id,
      subscription_id: null,
      revoke_benefits: false,
      comment: 'One seat less',
      metadata: { ticket: 7 },
      dispute: null,
      customer_name: 'Blaise Pascal',
    },
  ])
  const partial = { status: 'partially_refunded', paid: true, refunded_amount: 1401, refunded_tax_amount: 266 }
  expect(await readOrder(merchant, id)).toMatchObject({ ...partial, refundable_amount: 2799, refundable_tax_amount: 532 })
  expect((await refundOf(merchant, id)).json).toMatchObject({ amount: 2799, tax_amount: 532 })
  const whole = { status: 'refunded', refunded_amount: 4200, refunded_tax_amount: 798, refundable_amount: 0, refundable_tax_amount: 0 }
  expect(await readOrder(merchant, id)).toMatchObject(whole)
  expect(await refundedAtProcessor(merchant)).toEqual([4998])
  await expectSoundBooks(server, merchant)
  const { items } = (await merchant.request('GET', `/v1/ledger/entries?order_id=${id}`)).json
  expect(items.map((entry: { kind: string }) => entry.kind).sort()).toEqual(['refund', 'refund', 'sale'])
})

test('a refund emits refund.created, order.updated and order.refunded, each with what it then was', async () => {
  const merchant = await aMerchant(server)
  const id = await anOrder(merchant)
  const before = (await eventsOf(server, merchant.organizationId)).length
  await refundOf(merchant, id, { amount: 200 })
  const events = (await eventsOf(server, merchant.organizationId)).slice(before)
  expect(events.map(({ name, payload }) => [name, payload.status])).toEqual([
    ['refund.created', 'succeeded'],
    ['order.updated', 'partially_refunded'],
    ['order.refunded', 'partially_refunded'],
  ])
})

test('a refund takes at most nineteen round trips, those of the sandbox, its key and its credit note among them', async () => {
  const merchant = await aMerchant(server)
  const id = await anOrder(merchant)
  const plain = await refundOf(merchant, id, { amount: 100 })
  const keyed = await refundOf(merchant, id, { amount: 100 }, { 'idempotency-key': 'counted' })
  expect([plain.roundTrips, keyed.roundTrips]).toEqual([17, 19])
})

test('a refund is refused with a clear error, and reserves nothing', async () => {
  const merchant = await aMerchant(server)
  const id = await anOrder(merchant)
  const refused = async (body: object) => {
    const { status, json } = await refundOf(merchant, id, body)
    return [status, json.error]
  }
  expect(await refused({ amount: 4201 })).toEqual([400, 'RefundAmountTooHigh'])
  expect(await refused({ amount: 0 })).toEqual([422, 'RequestValidationError'])
  const unknown = await refundOf(merchant, UNKNOWN)
  expect([unknown.status, unknown.json.detail[0].loc]).toEqual([422, ['body', 'order_id']])
  expect((await refundOf(merchant, id, { amount: 4200 })).status).toBe(200)
  expect(await refused({ amount: 1 })).toEqual([403, 'RefundedAlready'])
  const other = await aMerchant(server)
  expect((await refundOf(other, id)).status).toBe(422)
  const unpaid = await anOrder(merchant)
  await sql`update orders set status = 'pending' where id = ${unpaid}`.execute(db)
  const { status, json } = await refundOf(merchant, unpaid)
  expect([status, json.error]).toEqual([422, 'NotPaidOrder'])
  await sql`update orders set status = 'paid', billing_reason = 'subscription_create' where id = ${unpaid}`.execute(db)
  const revoking = await refundOf(merchant, unpaid, { revoke_benefits: true })
  expect([revoking.status, revoking.json.error]).toEqual([400, 'RevokeSubscriptionBenefitsProhibited'])
})

test('an order whose payment is disputed is not refunded until the bank has decided', async () => {
  const merchant = await aMerchant(server)
  const id = await anOrder(merchant, 'sandbox_4000000000000259')
  const refused = await refundOf(merchant, id)
  expect([refused.status, refused.json.error]).toEqual([409, 'OrderDisputed'])
  expect(await readOrder(merchant, id)).toMatchObject({ status: 'paid', refunded_amount: 0, refundable_amount: 4200 })
  const [dispute] = (await merchant.request('GET', `/v1/disputes/?order_id=${id}`)).json.items
  await merchant.request('POST', `/v1/disputes/${dispute.id}/contest`, { body: { evidence: 'They used the product.' } })
  expect((await refundOf(merchant, id)).status).toBe(409)
  server.clock.advance(61)
  await server.drain()
  expect((await refundOf(merchant, id)).status).toBe(200)
})

test('a refund that the bank has not confirmed reserves its amount, and ends with the answer of the bank', async () => {
  const merchant = await aMerchant(server)
  const late = await anOrder(merchant, 'sandbox_4000000000007726')
  const failing = await anOrder(merchant, 'sandbox_4000000000005126')
  for (const id of [late, failing]) {
    expect((await refundOf(merchant, id, { amount: 4000 })).json.status).toBe('pending')
    expect(await readOrder(merchant, id)).toMatchObject({ status: 'paid', refunded_amount: 0, refundable_amount: 200 })
    expect((await refundOf(merchant, id, { amount: 201 })).json.error).toBe('RefundAmountTooHigh')
  }
  const before = (await eventsOf(server, merchant.organizationId)).length
  server.clock.advance(61)
  await server.drain()
  expect(await readOrder(merchant, late)).toMatchObject({ status: 'partially_refunded', refunded_amount: 4000 })
  expect(await readOrder(merchant, failing)).toMatchObject({ status: 'paid', refunded_amount: 0, refundable_amount: 4200 })
  const { items } = (await merchant.request('GET', '/v1/refunds/?sorting=created_at')).json
  expect(items).toMatchObject([
    { status: 'succeeded', failure_reason: null },
    { status: 'failed', failure_reason: 'refused_by_bank' },
  ])
  const names = (await eventsOf(server, merchant.organizationId)).slice(before).map(({ name }) => name)
  expect(names.filter((name) => name === 'refund.updated')).toHaveLength(2)
  expect(names.filter((name) => name === 'order.refunded')).toHaveLength(1)
  await expectSoundBooks(server, merchant)
})

test('a refund that the bank sends back after it succeeded returns the order to what it was', async () => {
  const merchant = await aMerchant(server)
  const id = await anOrder(merchant)
  const refund = (await refundOf(merchant, id)).json
  await sql`update sandbox_refunds set status = 'failed' where organization_id = ${merchant.organizationId}`.execute(db)
  const [payment] = (await sql<{ id: string }>`select id from payments where organization_id = ${merchant.organizationId}`.execute(db)).rows
  const query = () => queryRefunds(server.platform, { organizationId: merchant.organizationId, id: payment?.id ?? '' })
  await query()
  await query()
  expect(await readOrder(merchant, id)).toMatchObject({ status: 'paid', refunded_amount: 0, refundable_amount: 4200 })
  const { items } = (await merchant.request('GET', `/v1/refunds/?id=${refund.id}`)).json
  expect(items).toMatchObject([{ status: 'failed', failure_reason: 'refused_by_bank' }])
  const names = (await eventsOf(server, merchant.organizationId)).slice(-2).map(({ name }) => name)
  expect(names).toEqual(['refund.updated', 'order.updated'])
  await expectSoundBooks(server, merchant)
  const entries = (await merchant.request('GET', `/v1/ledger/entries?order_id=${id}`)).json.items
  expect(entries.map((entry: { kind: string }) => entry.kind).sort()).toEqual(['refund', 'refund_reversal', 'sale'])
})

test('what no payment had captured becomes credit of the customer', async () => {
  const merchant = await aMerchant(server)
  const id = await anOrder(merchant)
  await sql`update payments set amount = 3000 where organization_id = ${merchant.organizationId}`.execute(db)
  expect((await refundOf(merchant, id, { amount: 2900 })).json).toMatchObject({ returned_amount: 2900, credited_amount: 0 })
  expect((await refundOf(merchant, id)).json).toMatchObject({ amount: 1300, returned_amount: 100, credited_amount: 1200 })
  const { items } = (await merchant.request('GET', `/v1/ledger/entries?order_id=${id}`)).json
  const credits = items.flatMap((entry: { postings: { account: string; amount: number }[] }) =>
    entry.postings.filter(({ account }) => account === 'customer_credit'),
  )
  expect(credits).toMatchObject([{ amount: -1200, customer_id: expect.any(String) }])
  await sql`update payments set amount = 4200 where organization_id = ${merchant.organizationId}`.execute(db)
})

test('when the bank sends a refund back, the credit that the customer has used meanwhile is written off', async () => {
  const merchant = await aMerchant(server)
  const { organizationId } = merchant
  const id = await anOrder(merchant)
  await sql`update payments set amount = 3000 where organization_id = ${organizationId}`.execute(db)
  expect((await refundOf(merchant, id)).json).toMatchObject({ returned_amount: 3000, credited_amount: 1200 })
  await sql`update payments set amount = 4200 where organization_id = ${organizationId}`.execute(db)
  const { customer_id: customerId } = await readOrder(merchant, id)
  const context = { organizationId, source: 'order:by-credit', orderId: null, customerId, currency: 'usd', now: server.clock.now() }
  const sale = { captured: 0, credit: 1000, writtenOff: 0, net: 1000, tax: 0, providerFee: 0 }
  await server.platform.database.transaction((tx) => postEntry(tx, entryOf('sale', sale, context)))
  await sql`update sandbox_refunds set status = 'failed' where organization_id = ${organizationId}`.execute(db)
  const [payment] = (await sql<{ id: string }>`select id from payments where organization_id = ${organizationId}`.execute(db)).rows
  await queryRefunds(server.platform, { organizationId, id: payment?.id ?? '' })
  const { items } = (await merchant.request('GET', '/v1/ledger/entries?kind=refund_reversal')).json
  const amounts = items[0].postings.map(({ account, amount }: { account: string; amount: number }) => [account, amount])
  expect(Object.fromEntries(amounts)).toMatchObject({ provider_clearing: 3000, customer_credit: 200, write_off: 1000 })
  expect(await bookFaultsOf(server, merchant)).toEqual([])
})

test('fifty refunds at once refund exactly what is left', async () => {
  const merchant = await aMerchant(server)
  const id = await anOrder(merchant)
  const answers = await Promise.all(Array.from({ length: 50 }, () => refundOf(merchant, id, { amount: 400 })))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 400)).toHaveLength(40)
  expect(await readOrder(merchant, id)).toMatchObject({ refunded_amount: 4000, refundable_amount: 200 })
  expect(await refundedAtProcessor(merchant)).toEqual([4000])
  await expectSoundBooks(server, merchant)
})

test('a repeat with the same Idempotency-Key gets the same refund', async () => {
  const merchant = await aMerchant(server)
  const id = await anOrder(merchant)
  const headers = { 'idempotency-key': 'a-refund' }
  const [first, second] = [await refundOf(merchant, id, { amount: 100 }, headers), await refundOf(merchant, id, { amount: 100 }, headers)]
  expect(second.json).toEqual(first.json)
  expect(await refundedAtProcessor(merchant)).toEqual([100])
})

test('the list is filtered, sorted and exported', async () => {
  const merchant = await aMerchant(server)
  const id = await anOrder(merchant)
  const { number } = await readOrder(merchant, id)
  for (const amount of [300, 100, 200]) await refundOf(merchant, id, { amount, comment: `of ${amount}` })
  const amounts = async (query: string) =>
    (await merchant.request('GET', `/v1/refunds/?${query}`)).json.items.map((refund: { amount: number }) => refund.amount)
  expect(await amounts('sorting=amount')).toEqual([100, 200, 300])
  expect(await amounts('')).toEqual([200, 100, 300])
  expect(await amounts(`order_id=${id}&succeeded=true&query=${number}`)).toEqual([200, 100, 300])
  for (const none of [`order_id=${UNKNOWN}`, 'succeeded=false', 'status=failed', `subscription_id=${UNKNOWN}`, `customer_id=${UNKNOWN}`])
    expect(await amounts(none)).toEqual([])
  expect(await amounts('query=of 100')).toEqual([100])
  const { text } = await merchant.request('GET', '/v1/refunds/export?sorting=amount')
  expect(text.split('\r\n')[1]).toContain(number)
})

test('a member reads refunds and makes none', async () => {
  const merchant = await aMerchant(server)
  const id = await anOrder(merchant)
  const member = await aMember(server, merchant.organizationId, 'member')
  expect((await member.request('GET', '/v1/refunds/')).status).toBe(200)
  const refused = await member.request('POST', '/v1/refunds/', { body: { order_id: id, reason: 'other', amount: 1 } })
  expect(refused.status).toBe(403)
})

test.each(['lost', 'failed', 'doubled', 'slow'])('a refund whose processor is %s is made exactly once', async (fault) => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm(`sandbox_4242424242424242_${fault}`)
  server.clock.advance(61)
  const id = await orderOf(merchant, checkout.id)
  const { status, json } = await refundOf(merchant, id, { amount: 1000 })
  expect([status, ['pending', 'succeeded'].includes(json.status)]).toEqual([200, true])
  server.clock.advance(61)
  await server.drain()
  expect(await readOrder(merchant, id)).toMatchObject({ status: 'partially_refunded', refunded_amount: 1000, refundable_amount: 3200 })
  expect(await refundedAtProcessor(merchant)).toEqual([1000])
  const names = (await eventsOf(server, merchant.organizationId)).map(({ name }) => name)
  expect(names.filter((name) => name === 'refund.created')).toHaveLength(1)
  expect(names.filter((name) => name === 'order.refunded')).toHaveLength(1)
  await expectSoundBooks(server, merchant)
})

test('a refund whose answer never comes is pending, and succeeds when the processor is asked again', async () => {
  const hanging = await testServer({ settings: { PROCESSOR_TIMEOUT: '1' } })
  const merchant = await aMerchant(hanging)
  const checkout = await aCheckout(hanging, merchant)
  await checkout.confirm(cards.good)
  await hanging.drain()
  const ofMerchant = sql`where organization_id = ${merchant.organizationId}`
  const { db: own } = hanging.platform.database
  await sql`update sandbox_charges set fault = 'never' ${ofMerchant}`.execute(own)
  const id = (await merchant.request('GET', '/v1/orders/')).json.items[0].id
  expect((await refundOf(merchant, id, { amount: 1000 })).json.status).toBe('pending')
  hanging.clock.advance(61)
  await hanging.drain()
  expect((await merchant.request('GET', '/v1/refunds/')).json.items).toMatchObject([{ status: 'succeeded', amount: 1000 }])
  expect(await refundedAtProcessor(merchant)).toEqual([1000])
  await hanging.close()
})

test('a processor whose event overtakes its answer refunds once', async () => {
  const merchant = await aMerchant(server)
  const id = await anOrder(merchant)
  await sql`update sandbox_charges set fault = 'early' where organization_id = ${merchant.organizationId}`.execute(db)
  let isAnswered = false
  const refunding = refundOf(merchant, id).then((answer) => {
    isAnswered = true
    return answer
  })
  while (!isAnswered) await server.drain()
  expect((await refunding).json.status).toBe('succeeded')
  const names = (await eventsOf(server, merchant.organizationId)).map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('refund.'))).toEqual(['refund.created'])
  expect(await refundedAtProcessor(merchant)).toEqual([4200])
  await expectSoundBooks(server, merchant)
})

test('each refund sends one email to the customer, which says what was refunded', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm(cards.good)
  const id = await orderOf(merchant, checkout.id)
  await refundOf(merchant, id, { amount: 1000 })
  await refundOf(merchant, id)
  const emails = (await emailsTo(server, checkout.email)).filter(({ headers }) => headers['X-Guildhall-Template'] === 'refund')
  const said = emails.map(({ text }) => [text.includes('a part of your purchase'), text.includes('$10.00')])
  expect(said.sort()).toEqual([
    [false, false],
    [true, true],
  ])
})
