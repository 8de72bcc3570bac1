// The webhooks of a sale and of its refund, by their `sequence` (behaviour H10).
import { expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { eventsAfter, type Line } from '#test/support/operations/received-events.ts'
import { START, sharedServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
checkBooksAfterEach(server)

const SALE: readonly Line[] = [
  ['checkout.updated', 'succeeded'],
  ['customer.created', undefined],
  ['order.created', 'pending'],
  ['order.updated', 'paid'],
  ['order.paid', 'paid'],
]
const refund =
  (merchant: TestMerchant, body: object = {}) =>
  async () => {
    const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
    return merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'other', ...body } })
  }
const refundLines = (status: string): Line[] => [
  ['refund.created', 'succeeded'],
  ['order.updated', status],
  ['order.refunded', status],
]

test('a one-time sale: the checkout, the new customer, then the order', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  expect(await eventsAfter(server, merchant, () => checkout.confirm())).toEqual(SALE)
})

test('a sale to a customer whom the server states updates the customer where the buyer did', async () => {
  const merchant = await aMerchant(server)
  const first = await aCheckout(server, merchant)
  await first.confirm()
  const second = await aCheckout(server, merchant, { customer_email: first.email })
  const again = { body: { customer_email: first.email, customer_name: 'B. Pascal' } }
  const lines = await eventsAfter(server, merchant, () => second.confirm(undefined, again))
  expect(lines).toEqual(SALE.map((line) => (line[0] === 'customer.created' ? ['customer.updated', undefined] : line)))
})

test('a sale to a customer whose address was typed changes nothing of the customer', async () => {
  const merchant = await aMerchant(server)
  const first = await aCheckout(server, merchant)
  await first.confirm()
  const second = await aCheckout(server, merchant)
  const again = { body: { customer_email: first.email, customer_name: 'B. Pascal' } }
  const lines = await eventsAfter(server, merchant, () => second.confirm(undefined, again))
  expect(lines).toEqual(SALE.filter(([name]) => name !== 'customer.created'))
})

test('a free sale has the same events', async () => {
  const merchant = await aMerchant(server)
  const discount = await aDiscount(merchant, { basis_points: 10_000 })
  const checkout = await aCheckout(server, merchant, { discount_id: discount.id })
  expect(await eventsAfter(server, merchant, () => checkout.confirm())).toEqual(SALE)
})

test('a decline opens the checkout again, and the sale follows when another card pays', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const lines = await eventsAfter(server, merchant, async () => {
    await checkout.confirm(cards.declined)
    await checkout.confirm()
  })
  expect(lines).toEqual([['checkout.updated', 'open'], ...SALE])
})

test('a card that requires an action: the checkout waits as confirmed, and the sale follows', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const lines = await eventsAfter(server, merchant, async () => {
    const secret = (await checkout.confirm(cards.requiresAction)).json.payment_processor_metadata.intent_client_secret
    await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })
  })
  expect(lines).toEqual([['checkout.updated', 'confirmed'], ...SALE])
})

test('a partial refund, then the rest: each has the refund, then the order', async () => {
  const merchant = await aMerchant(server)
  await (await aCheckout(server, merchant)).confirm()
  expect(await eventsAfter(server, merchant, refund(merchant, { amount: 1000 }))).toEqual(refundLines('partially_refunded'))
  expect(await eventsAfter(server, merchant, refund(merchant))).toEqual(refundLines('refunded'))
})

test('a complete refund at once', async () => {
  const merchant = await aMerchant(server)
  await (await aCheckout(server, merchant)).confirm()
  expect(await eventsAfter(server, merchant, refund(merchant))).toEqual(refundLines('refunded'))
})

test.each([
  ['confirms', '4000000000007726', [['refund.updated', 'succeeded'], ...refundLines('refunded').slice(1)]],
  ['sends back', '4000000000005126', [['refund.updated', 'failed']]],
] as const)('a refund that the bank %s later is announced as pending, and updated then', async (_, card, later) => {
  const ownServer = await testServer({ clock: movableClock(new Date(START.getTime() - 70 * 86_400_000)) })
  const merchant = await aMerchant(ownServer)
  await (await aCheckout(ownServer, merchant)).confirm(`sandbox_${card}`)
  expect(await eventsAfter(ownServer, merchant, refund(merchant))).toEqual([['refund.created', 'pending']])
  const lines = await eventsAfter(ownServer, merchant, async () => ownServer.clock.advance(61))
  expect(lines).toEqual(later)
  await ownServer.close()
})
