import { newId } from '#kernel/id.ts'
import type { Customer } from '#merchant/customers/model.ts'
import type { Product } from '#merchant/products/model.ts'
import { postEntry, saleEntry } from '#money/ledger/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { emitAll } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Order } from '../model.ts'
import { orderFromCheckout, type Purchase, payOrder } from '../rules.ts'
import { insertOrder } from '../store.ts'
import { toOrderWire } from '../wire.ts'

/** A purchase that was paid, or that is free. */
export interface CreatePaidOrderInput {
  readonly platform: Platform
  readonly purchase: Purchase
  readonly customer: Customer
  readonly product: Product
  readonly now: Date
}

/**
 * Creates the order of a paid purchase with its items, posts it to the ledger and publishes order.created, order.updated and
 * order.paid, each with the order as it then was (behaviour H10). A free purchase is paid at once and posts nothing.
 */
export async function createPaidOrder(tx: Tx, input: CreatePaidOrderInput): Promise<Order> {
  const { platform, purchase, customer, product, now } = input
  const { organizationId } = customer
  const created = orderFromCheckout(purchase, { createId: () => newId(now), organizationId, now })
  const paid = payOrder(created.next, now)
  if (paid.next.totalAmount > 0) {
    const sale = { net: paid.next.netAmount, tax: paid.next.taxAmount, providerFee: 0 }
    await postEntry(tx, saleEntry(sale, { organizationId, orderId: paid.next.id, currency: purchase.currency, now }))
  }
  const order = await insertOrder(tx, paid.next)
  const events = [created, paid].flatMap(({ next, events }) => {
    const payload = toOrderWire({ order: { ...next, number: order.number }, customer, product }, platform.settings.BASE_URL)
    return events.map((name) => ({ name, organizationId, resourceId: next.id, payload, now }))
  })
  await emitAll(tx, platform, events)
  return order
}
