import { newId } from '#kernel/id.ts'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import type { Product } from '#merchant/catalogue/products/model.ts'
import type { Customer } from '#merchant/customers/model.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import { postSale } from '#money/books/payouts/index.ts'
import { type CreditReservation, reserveCredit } from '#money/usage/credit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { emitAll } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { collect, dueAmount, type Order, type OrderDraft } from '../model.ts'
import { createOrder, type OrderInput, payOrder, saleAmounts } from '../rules.ts'
import { insertOrders } from '../store.ts'
import { toOrderWire } from '../wire.ts'
import { contextOf } from './create-paid-order.ts'

/** An order of a subscription without a checkout. */
export interface DueOrder {
  readonly id: string
  readonly order: Omit<OrderInput, 'paymentId'>
  readonly customer: Customer
  readonly product: Product
  readonly discount: Discount | null
  /** As it is after the change that the order is for. */
  readonly subscription: Subscription
  readonly isTest: boolean
}

/** An order and what is to be charged for it, in minor units; 0: it is paid. */
export interface CreateDueOrderResult {
  readonly order: Order
  readonly charged: number
}

/**
 * Creates orders of one organization, in their order, and emits their events. One with nothing to charge is paid at once: it is free, paid
 * by credit, or too small to be charged (rule O5). The others are pending until `settleOrder`.
 */
export async function createDueOrders(
  tx: Tx,
  platform: Platform,
  { orders, now }: { readonly orders: readonly DueOrder[]; readonly now: Date },
): Promise<CreateDueOrderResult[]> {
  const drafts = []
  for (const due of orders) drafts.push(await draftOf(tx, { platform, due, now }))
  const inserted = await insertOrders(
    tx,
    drafts.map(({ draft }) => draft),
  )
  const results = drafts.map((each, index) => ({ ...each, order: inserted[index] as Order }))
  await emitAll(
    tx,
    platform,
    results.flatMap(({ steps, order, due }) =>
      steps.flatMap(({ next, events }) => {
        const full = { ...due, order: { ...next, number: order.number } }
        const payload = toOrderWire(full, platform.settings.BASE_URL)
        return events.map((name) => ({ name, organizationId: next.organizationId, resourceId: next.id, payload, now }))
      }),
    ),
  )
  for (const { order, charged } of results) if (charged > 0) await reserveCredit(tx, creditOf(order))
  return results.map(({ order, charged }) => ({ order, charged }))
}

/** The credit that a pending order uses once it is paid. */
export function creditOf({
  organizationId,
  customerId,
  currency,
  appliedBalanceAmount,
}: Pick<OrderDraft, 'organizationId' | 'customerId' | 'currency' | 'appliedBalanceAmount'>): CreditReservation {
  return { organizationId, customerId, currency, amount: appliedBalanceAmount === 0 ? 0 : -appliedBalanceAmount }
}

interface Draft {
  readonly due: DueOrder
  readonly draft: OrderDraft
  readonly charged: number
  readonly steps: readonly { readonly next: OrderDraft; readonly events: readonly ('order.created' | 'order.updated' | 'order.paid')[] }[]
}

async function draftOf(
  tx: Tx,
  { platform, due, now }: { readonly platform: Platform; readonly due: DueOrder; readonly now: Date },
): Promise<Draft> {
  const { organizationId } = due.customer
  const created = createOrder({ ...due.order, paymentId: null }, { createId: idsFrom(due.id, now), organizationId, now })
  const { charged } = collect(dueAmount(created.next), created.next.currency)
  if (charged > 0) return { due, draft: created.next, charged, steps: [created] }
  const paid = payOrder(created.next, { captured: 0, now })
  const amounts = saleAmounts(paid.next, { amount: 0, feeAmount: 0 })
  const platformFeeAmount = await postSale(tx, platform, { amounts, context: contextOf(paid.next, now) })
  return { due, draft: { ...paid.next, platformFeeAmount }, charged, steps: [created, paid] }
}

// The first id is the order's, which its subscription names already.
function idsFrom(orderId: string, now: Date): () => string {
  let first: string | null = orderId
  return () => {
    const id = first ?? newId(now)
    first = null
    return id
  }
}
