import { expect, test } from 'vitest'
import { aCheckout, eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectSoundBooks } from '#test/support/books/invariants.ts'
import { emailsTo } from '#test/support/emails.ts'
import { sharedServer } from '#test/support/server.ts'

const DISPUTED = 'sandbox_4000000000000259'
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const server = await sharedServer()

/** A merchant, and an order of 42.00 whose payment is disputed. */
async function aDispute() {
  const merchant = await aMerchant(server)
  return { merchant, ...(await dispute(merchant)) }
}

async function dispute(merchant: TestMerchant) {
  const checkout = await aCheckout(server, merchant)
  expect((await checkout.confirm(DISPUTED)).status).toBe(200)
  await server.drain()
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
  const [found] = (await merchant.request('GET', `/v1/disputes/?order_id=${order.id}`)).json.items
  return { order, id: String(found?.id), email: checkout.email }
}

const readOrder = async (merchant: TestMerchant, id: string) => (await merchant.request('GET', `/v1/orders/${id}`)).json
const contest = (merchant: TestMerchant, id: string, evidence: string, headers: Record<string, string> = {}) =>
  merchant.request('POST', `/v1/disputes/${id}/contest`, { body: { evidence }, headers })
const accept = (merchant: TestMerchant, id: string) => merchant.request('POST', `/v1/disputes/${id}/accept`)
const refund = (merchant: TestMerchant, order_id: string) =>
  merchant.request('POST', '/v1/refunds/', { body: { order_id, reason: 'customer_request' } })

/** The kinds of the entries of an order, without that of its sale. */
async function entriesOf(merchant: TestMerchant, orderId: string) {
  const { items } = (await merchant.request('GET', `/v1/ledger/entries?order_id=${orderId}&sorting=created_at&limit=100`)).json
  return items.filter(({ kind }: { kind: string }) => kind !== 'sale').map(({ kind }: { kind: string }) => kind)
}
const disputeEvents = async ({ organizationId }: TestMerchant) =>
  (await eventsOf(server, organizationId)).map(({ name }) => name).filter((name) => name.startsWith('dispute.'))

test('a disputed payment is recorded with its order, its fee and the date until which evidence is taken', async () => {
  const { merchant, order, id, email } = await aDispute()
  const { json } = await merchant.request('GET', `/v1/disputes/${id}`)
  expect(json).toEqual({
    id,
    created_at: expect.any(String),
    modified_at: null,
    status: 'needs_response',
    resolved: false,
    closed: false,
    order_id: order.id,
    order_number: order.number,
    payment_id: expect.any(String),
    amount: 4200,
    tax_amount: 0,
    total_amount: 4200,
    fee_amount: 1500,
    currency: 'usd',
    reason: 'fraudulent',
    evidence_due_by: expect.any(String),
    past_due: false,
    customer: expect.objectContaining({ email }),
    case_id: null,
    processor_url: null,
  })
  const due = Date.parse(json.evidence_due_by) - Date.parse(json.created_at)
  expect(Math.round(due / 86_400_000)).toBe(7)
  expect(await readOrder(merchant, order.id)).toMatchObject({ status: 'paid', pending_dispute_amount: 4200, disputed_amount: 0 })
  expect(await entriesOf(merchant, order.id)).toEqual(['dispute_opened'])
  expect((await refund(merchant, order.id)).json.error).toBe('OrderDisputed')
  await expectSoundBooks(server, merchant)
})

test('the owners are emailed when a dispute is opened, won and lost, each once', async () => {
  const { merchant, id } = await aDispute()
  const subjects = async () =>
    (await emailsTo(server, merchant.owner.email))
      .map(({ subject }) => subject)
      .filter((subject) => subject.startsWith('Dispute'))
      .toReversed()
  expect(await subjects()).toEqual([expect.stringMatching(/^Dispute of \$42\.00 for order /)])
  await contest(merchant, id, 'wins')
  await server.drain()
  expect(await subjects()).toHaveLength(2)
  const other = await dispute(merchant)
  await accept(merchant, other.id)
  await server.drain()
  expect((await subjects()).map((subject) => subject.split(' ').at(-1))).toEqual([expect.any(String), 'won', expect.any(String), 'lost'])
})

test('a won dispute takes back what it has posted, and the order can be refunded', async () => {
  const { merchant, order, id } = await aDispute()
  const won = await contest(merchant, id, 'wins')
  expect([won.status, won.json]).toMatchObject([200, { status: 'won', resolved: true, closed: true, fee_amount: 0, evidence_due_by: null }])
  await server.drain()
  expect(await readOrder(merchant, order.id)).toMatchObject({ status: 'paid', pending_dispute_amount: 0, disputed_amount: 0 })
  expect((await entriesOf(merchant, order.id)).toSorted()).toEqual(['dispute_opened', 'dispute_resolved'])
  expect(await disputeEvents(merchant)).toEqual(['dispute.opened', 'dispute.resolved'])
  await expectSoundBooks(server, merchant)
  expect((await refund(merchant, order.id)).json).toMatchObject({ status: 'succeeded', amount: 4200 })
  await expectSoundBooks(server, merchant)
})

test('an accepted dispute is lost: the order keeps its status, and nothing of it is left to refund', async () => {
  const { merchant, order, id } = await aDispute()
  expect((await accept(merchant, id)).json).toMatchObject({ status: 'lost', fee_amount: 1500 })
  await server.drain()
  expect(await readOrder(merchant, order.id)).toMatchObject({
    status: 'paid',
    pending_dispute_amount: 0,
    disputed_amount: 4200,
    refundable_amount: 0,
  })
  expect((await refund(merchant, order.id)).json.error).toBe('RefundedAlready')
  expect((await entriesOf(merchant, order.id)).toSorted()).toEqual(['dispute_lost', 'dispute_opened', 'dispute_resolved'])
  expect(await disputeEvents(merchant)).toEqual(['dispute.opened', 'dispute.resolved'])
  await expectSoundBooks(server, merchant)
})

test('other evidence is reviewed for a minute, and the dispute is won then', async () => {
  const { merchant, id } = await aDispute()
  expect((await contest(merchant, id, 'They downloaded the file.')).json).toMatchObject({ status: 'under_review', resolved: false })
  const again = await contest(merchant, id, 'wins')
  expect([again.status, again.json.error]).toEqual([403, 'DisputeNotOpen'])
  server.clock.advance(61)
  await server.drain()
  expect((await merchant.request('GET', `/v1/disputes/${id}`)).json).toMatchObject({ status: 'won', fee_amount: 0 })
  await expectSoundBooks(server, merchant)
})

test('a repeated answer with the same key changes nothing, and of simultaneous ones a dispute takes one', async () => {
  const { merchant, id } = await aDispute()
  const key = { 'idempotency-key': 'answer-1' }
  const first = await contest(merchant, id, 'loses', key)
  expect((await contest(merchant, id, 'loses', key)).json).toEqual(first.json)
  const other = await dispute(merchant)
  const answers = await Promise.all([accept(merchant, other.id), contest(merchant, other.id, 'wins'), accept(merchant, other.id)])
  expect(answers.every(({ status }) => status === 200 || status === 403)).toBe(true)
  await server.drain()
  expect((await disputeEvents(merchant)).filter((name) => name === 'dispute.resolved')).toHaveLength(2)
  await expectSoundBooks(server, merchant)
})

test('disputes are listed by status, order, customer and text, and exported', async () => {
  const { merchant, order, id, email } = await aDispute()
  const other = await dispute(merchant)
  await accept(merchant, other.id)
  const idsOf = async (query: string) =>
    (await merchant.request('GET', `/v1/disputes/${query}`)).json.items.map((each: { id: string }) => each.id)
  expect(await idsOf('')).toEqual([other.id, id])
  expect(await idsOf('?status=lost')).toEqual([other.id])
  expect(await idsOf(`?order_id=${order.id}`)).toEqual([id])
  expect(await idsOf(`?customer_id=${order.customer_id}`)).toEqual([id])
  expect(await idsOf(`?query=${encodeURIComponent(email)}`)).toEqual([id])
  expect(await idsOf('?amount_min=4201')).toEqual([])
  const csv = await merchant.request('GET', '/v1/disputes/export?columns=order_number,status')
  expect(csv.text.trim().split('\n')).toHaveLength(3)
})

test('a dispute of another organization does not exist, and reading it needs no right to answer it', async () => {
  const { merchant, id } = await aDispute()
  const stranger = await aMerchant(server)
  for (const answer of [
    await stranger.request('GET', `/v1/disputes/${id}`),
    await accept(stranger, id),
    await contest(stranger, id, 'wins'),
  ])
    expect(answer.status).toBe(404)
  expect((await accept(merchant, UNKNOWN)).status).toBe(404)
  const { token } = await aToken(merchant.owner, merchant.organizationId, ['refunds:read'])
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.request('GET', `/v1/disputes/${id}`, { headers })).status).toBe(200)
  expect((await server.request('POST', `/v1/disputes/${id}/accept`, { headers })).status).toBe(403)
  expect((await merchant.request('GET', `/v1/disputes/${id}`)).json.status).toBe('needs_response')
})
