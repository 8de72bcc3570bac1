import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findProduct } from '#merchant/catalogue/products/index.ts'
import { customers } from '#merchant/customers/index.ts'
import { entryOf, postEntry } from '#money/books/ledger/index.ts'
import { eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { START, sharedServer } from '#test/support/server.ts'
import { createPaidOrder } from './create-paid-order.ts'
import { verifyLedger } from './verify-ledger.ts'

const server = await sharedServer()
const { platform } = server
const { db, transaction } = platform.database

test('an order without a checkout has several items, takes credit, and the ledger records what was captured and written off', async () => {
  const merchant = await aMerchant(server)
  const { organizationId } = merchant
  const sale = await aSale(server, merchant)
  const customer = await customers.find(db, [organizationId], sale.customerId)
  const product = await findProduct(db, [organizationId], sale.productId)
  if (!customer || !product) throw new Error('The sale has no customer or product.')
  const credit = { organizationId, source: 'credit:1', orderId: null, customerId: customer.id, currency: 'usd', now: START }
  await transaction((tx) => postEntry(tx, entryOf('customer_credit', { net: 1150, tax: 0 }, credit)))
  const order = {
    billingReason: 'subscription_update',
    checkoutId: null,
    subscriptionId: null,
    period: null,
    customerId: customer.id,
    productId: product.id,
    currency: 'usd',
    items: [
      { label: 'The new plan', amount: 1500, productPriceId: sale.priceId, isProration: true },
      { label: 'The rest of the old plan', amount: -500, productPriceId: null, isProration: true },
    ],
    discountId: null,
    discountAmount: 0,
    taxAmount: 190,
    tax: null,
    creditBalance: 1150,
    billingName: null,
    billingAddress: null,
    buyerTaxId: null,
    metadata: {},
    customFieldData: {},
    isLatePayment: false,
    locale: null,
  } as const
  const created = await transaction((tx) =>
    createPaidOrder(tx, {
      platform,
      order,
      customer,
      product,
      discount: null,
      subscription: null,
      isTest: true,
      payment: null,
      now: START,
    }),
  )

  const read = (await merchant.request('GET', `/v1/orders/${created.id}`)).json
  expect(read).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_update',
    checkout_id: null,
    total_amount: 1190,
    applied_balance_amount: -1150,
    due_amount: 0,
    items: [
      { amount: 1500, tax_amount: 285, proration: true, product_price_id: sale.priceId },
      { amount: -500, tax_amount: -95, proration: true, product_price_id: null },
    ],
  })
  expect(read.number).toMatch(/-0002$/)
  const entries = await merchant.request('GET', `/v1/ledger/entries?order_id=${created.id}`)
  expect(entries.json.items).toMatchObject([
    {
      kind: 'sale',
      postings: [
        { account: 'customer_credit', amount: 1150, customer_id: customer.id },
        { account: 'write_off', amount: 40 },
        { account: 'revenue', amount: -1000 },
        { account: 'tax_payable', amount: -190 },
      ],
    },
  ])
  expect((await verifyLedger(db)).faults.filter((fault) => fault.organizationId === organizationId)).toEqual([])
  const names = (await eventsOf(server, organizationId)).filter(({ payload }) => payload.id === created.id).map(({ name }) => name)
  expect(names).toEqual(['order.created', 'order.updated', 'order.paid'])
})

test.each(['net_amount = -1, subtotal_amount = -1', 'applied_balance_amount = -total_amount - 1'])(
  'the database refuses an order with %s',
  async (change) => {
    const merchant = await aMerchant(server)
    await aSale(server, merchant)
    const breach = transaction((tx) =>
      sql`update orders set ${sql.raw(change)} where organization_id = ${merchant.organizationId}`.execute(tx),
    )
    await expect(breach).rejects.toThrow('check constraint')
  },
)
