import { newId } from '#kernel/id.ts'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import type { Product } from '#merchant/catalogue/products/model.ts'
import type { Customer } from '#merchant/customers/model.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import type { EntryContext } from '#money/books/ledger/index.ts'
import { postSale } from '#money/books/payouts/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { emitAll } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Order, OrderDraft } from '../model.ts'
import { type Capture, createOrder, type OrderInput, payOrder, saleAmounts } from '../rules.ts'
import { insertOrder } from '../store.ts'
import { toOrderWire } from '../wire.ts'

/** An order that was paid, or that is free. */
export interface CreatePaidOrderInput {
  readonly platform: Platform
  readonly order: Omit<OrderInput, 'paymentId'>
  readonly customer: Customer
  readonly product: Product
  readonly discount: Discount | null
  /** The subscription that it is for, as it is then. */
  readonly subscription: Subscription | null
  readonly isTest: boolean
  /** The payment that has paid it; null where nothing was charged. */
  readonly payment: (Capture & { readonly id: string }) | null
  readonly now: Date
}

/**
 * Creates a paid order with its items, posts it to the ledger and publishes order.created, order.updated and order.paid, each with the
 * order as it then was (behaviour H10). An order of zero is paid at once and posts nothing.
 */
export async function createPaidOrder(tx: Tx, input: CreatePaidOrderInput): Promise<Order> {
  const { platform, customer, product, discount, subscription, isTest, payment, now } = input
  const capture = payment ?? { amount: 0, feeAmount: 0 }
  const { organizationId } = customer
  const created = createOrder({ ...input.order, paymentId: payment?.id ?? null }, { createId: () => newId(now), organizationId, now })
  const paid = payOrder(created.next, { captured: capture.amount, now })
  const amounts = saleAmounts(paid.next, capture)
  const platformFeeAmount = await postSale(tx, platform, { amounts, context: contextOf(paid.next, now) })
  const order = await insertOrder(tx, { ...paid.next, platformFeeAmount })
  const events = [created, paid].flatMap(({ next, events }) => {
    const payload = toOrderWire(
      { order: { ...next, number: order.number }, customer, product, discount, subscription, isTest },
      platform.settings.BASE_URL,
    )
    return events.map((name) => ({ name, organizationId, resourceId: next.id, payload, now }))
  })
  await emitAll(tx, platform, events)
  return order
}

/** The context of the ledger's entry of an order. */
export function contextOf({ id, organizationId, customerId, currency }: OrderDraft, now: Date): EntryContext {
  return { organizationId, source: `order:${id}`, orderId: id, customerId, currency, now }
}
