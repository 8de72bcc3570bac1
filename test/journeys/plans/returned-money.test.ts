// Money that goes back of a payment, by a refund or a dispute, before and after each kind of change: together never more than was paid.
import { afterAll, expect, test } from 'vitest'
import { aMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { disputeOrder } from '#test/support/payments/a-dispute.ts'
import { testServer } from '#test/support/server.ts'
import { type BoughtPlan, buyPlan, invoice } from '#test/support/subscriptions/a-bought-plan.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

const PRICE = 3000
const PART = 800
const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
checkBooksAfterEach(server)

const changes = {
  cheaper: { price: 1000, terms: {} },
  dearer: { price: 9000, terms: {} },
  'of another interval': { price: 1500, terms: { recurring_interval: 'year' } },
} as const

const returns = {
  'a refund': async ({ refund }: BoughtPlan) => expect((await refund()).status).toBe(200),
  'a partial refund': async ({ refund }: BoughtPlan) => expect((await refund({ amount: PART })).status).toBe(200),
  'an open dispute': openDispute,
  'a lost dispute': async (bought: BoughtPlan) => {
    await openDispute(bought)
    const [dispute] = (await bought.merchant.request('GET', '/v1/disputes/')).json.items
    expect((await bought.merchant.request('POST', `/v1/disputes/${dispute.id}/accept`)).status).toBe(200)
    await server.drain()
  },
} as const

async function openDispute({ merchant, orders }: BoughtPlan): Promise<void> {
  const [order] = await orders()
  await disputeOrder(server, { organizationId: merchant.organizationId, orderId: order?.id ?? '' })
}

/** The charge of the change; the amounts that went back to the card, and as credit; the credit notes, of which each is for one of them. */
type Expected = readonly [charged: number, returned: number, credit: number, notes: readonly number[]]

// Credit of before an open dispute stays until the bank decides: a lost dispute takes it back.
const matrix: readonly (readonly [what: keyof typeof returns, when: 'before' | 'after', change: keyof typeof changes, left: Expected])[] = [
  ['a refund', 'before', 'cheaper', [1000, 3000, 0, [3000]]],
  ['a refund', 'before', 'dearer', [9000, 3000, 0, [3000]]],
  ['a refund', 'before', 'of another interval', [1500, 3000, 0, [3000]]],
  ['a refund', 'after', 'cheaper', [0, 1000, 2000, [1000, 2000]]],
  ['a refund', 'after', 'dearer', [6000, 3000, 0, [3000]]],
  ['a refund', 'after', 'of another interval', [0, 1500, 1500, [1500, 1500]]],
  ['a partial refund', 'before', 'cheaper', [0, 800, 1200, [800, 1200]]],
  ['a partial refund', 'before', 'dearer', [6800, 800, 0, [800]]],
  ['a partial refund', 'before', 'of another interval', [0, 800, 700, [700, 800]]],
  ['a partial refund', 'after', 'cheaper', [0, 800, 2000, [800, 2000]]],
  ['a partial refund', 'after', 'dearer', [6000, 800, 0, [800]]],
  ['a partial refund', 'after', 'of another interval', [0, 800, 1500, [800, 1500]]],
  ['an open dispute', 'before', 'cheaper', [1000, 0, 0, []]],
  ['an open dispute', 'before', 'dearer', [9000, 0, 0, []]],
  ['an open dispute', 'before', 'of another interval', [1500, 0, 0, []]],
  ['an open dispute', 'after', 'cheaper', [0, 0, 2000, [2000]]],
  ['an open dispute', 'after', 'dearer', [6000, 0, 0, []]],
  ['an open dispute', 'after', 'of another interval', [0, 0, 1500, [1500]]],
  ['a lost dispute', 'before', 'cheaper', [1000, 3000, 0, []]],
  ['a lost dispute', 'before', 'dearer', [9000, 3000, 0, []]],
  ['a lost dispute', 'before', 'of another interval', [1500, 3000, 0, []]],
  ['a lost dispute', 'after', 'cheaper', [0, 3000, 0, []]],
  ['a lost dispute', 'after', 'dearer', [6000, 3000, 0, []]],
  ['a lost dispute', 'after', 'of another interval', [0, 3000, 0, []]],
]

test.each(matrix)('%s %s a change to a plan that is %s', async (what, when, name, expected) => {
  const merchant = await aMerchant(server)
  const settings = { dispute_settings: { revoke_access_when_lost: false } }
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: settings })
  const bought = await buyPlan(server, merchant, { productId: await aPlan(merchant, PRICE) })
  const { price, terms } = changes[name]
  const productId = await aPlan(merchant, price, terms)
  const [first] = await bought.orders()
  expect((await merchant.request('POST', `/v1/orders/${first?.id}/invoice`)).status).toBe(202)
  if (when === 'before') await returns[what](bought)
  expect((await bought.change(invoice(productId))).status).toBe(200)
  if (when === 'after') await returns[what](bought)
  const [paid = 0, ...charged] = await bought.charged()
  const order = (await merchant.request('GET', `/v1/orders/${first?.id}`)).json
  const notes = await creditNotesOf(bought, first?.id ?? '')
  const returned = order.refunded_amount + order.disputed_amount
  const credit = await bought.credit()
  expect([sumOf(charged), returned, credit, notes]).toEqual(expected)
  expect(paid).toBe(PRICE)
  expect(returned + credit).toBeLessThanOrEqual(PRICE)
  expect(order.refundable_amount).toBe(PRICE - returned - credit)
  if (what === 'an open dispute') expect([order.pending_dispute_amount, (await bought.refund()).status]).toEqual([PRICE, 409])
})

const sumOf = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

/** The valid credit notes of an order, the smallest first. */
async function creditNotesOf({ merchant }: BoughtPlan, orderId: string): Promise<number[]> {
  const { items } = (await merchant.request('GET', `/v1/invoices/?order_id=${orderId}&kind=credit_note&limit=100`)).json
  const valid = items.filter(({ voided_at: voidedAt }: { voided_at: string | null }) => voidedAt === null)
  return valid.map(({ total_amount: total }: { total_amount: number }) => total).toSorted((a: number, b: number) => a - b)
}
