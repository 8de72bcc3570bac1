import { newId } from '#kernel/id.ts'
import { createPaidOrder, type LockedOrder } from '#money/billing/orders/index.ts'
import type { Order } from '#money/billing/orders/model.ts'
import {
  assignItems,
  type BillLine,
  type CreditAmounts,
  changePlan,
  closeItems,
  emitSubscription,
  type PlanChange,
  subscriptionItems,
  subscriptions,
} from '#money/billing/subscriptions/index.ts'
import type { Subscription, SubscriptionItem } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import type { SaleTax } from '#money/taxes/model.ts'
import type { UsageItem } from '#money/usage/counts/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { countReturns, creditCustomer } from '../../actions/credit-customer.ts'
import { changeMeters } from '../../actions/reset-meters.ts'
import { fieldsOf } from '../../orders.ts'

/** A payment that was captured for a change; amounts in minor units. */
export interface ChangePayment {
  readonly id: string
  readonly amount: number
  readonly feeAmount: number
}

/** The order of a change, in minor units. */
export interface ChangeBill {
  readonly items: readonly BillLine[]
  readonly discountAmount: number
  readonly taxAmount: number
  readonly tax: SaleTax | null
  /** The part of it that the customer's credit pays. */
  readonly creditAmount: number
}

/** A change of a locked subscription that takes effect now. */
export interface ApplyPlanInput {
  readonly subscription: Subscription
  readonly change: PlanChange
  /** Null: nothing is due. */
  readonly order: ChangeBill | null
  /** Null: nothing was charged. */
  readonly payment: ChangePayment | null
  /** The credit that the customer gets; null: none. */
  readonly credit: CreditAmounts | null
  /** The locked orders that have paid the present period, the newest first. */
  readonly funding: readonly LockedOrder[]
  /** The waiting items that the change settles. */
  readonly waitingIds: readonly string[]
  /** The lines that wait for the next order because of it. */
  readonly pendingItems: readonly BillLine[]
  /** Whether no tax is due on the usage of the present product. */
  readonly isUsageExempt: boolean
  readonly now: Date
}

/**
 * Changes the plan of a subscription with all that follows, in one transaction: the subscription, what waits for its next order, its paid
 * order or the customer's credit, the ledger, and the events `subscription.updated`, `order.created`, `order.updated` and `order.paid`.
 */
export async function applyPlan(tx: Tx, platform: Platform, input: ApplyPlanInput): Promise<FullSubscription> {
  const { subscription: before, change, order: bill, payment, credit, now } = input
  const { next, events } = changePlan(before, change)
  await subscriptions.save(tx, next)
  const used = await changeMeters(tx, platform, { subscription: before, priceIds: next.priceIds, at: now })
  const since = before.currentPeriodStart
  const usage = used.map((item) => usageOf(item, { isExempt: input.isUsageExempt, start: since, end: now }))
  await insertPendingItems(tx, next, { items: [...input.pendingItems.map(prorationOf), ...usage], now })
  const full = await emitSubscription(tx, platform, { subscription: next, events, now })
  const funding = await countReturns(tx, input.funding)
  const source = `subscription:${next.id}:${newId(now)}`
  const give = async () => credit && creditCustomer(tx, platform, { subscription: next, credit, funding, source, now })
  // Credit that the order uses is given before it.
  if (bill) await give()
  const order = bill && (await createOrder(tx, platform, { full, bill, change, payment, now }))
  await settleWaiting(tx, { organizationId: next.organizationId, ids: input.waitingIds, orderId: order?.id ?? null, now })
  if (!bill) await give()
  return full
}

type PendingItem = Pick<SubscriptionItem, 'label' | 'amount' | 'productPriceId' | 'isUsage' | 'isExempt' | 'periodStart' | 'periodEnd'>

function prorationOf({ label, amount, productPriceId, isExempt, periodStart, periodEnd }: BillLine): PendingItem {
  return { label, amount, productPriceId, isExempt, periodStart, periodEnd, isUsage: false }
}

function usageOf(
  { label, amount, productPriceId }: UsageItem,
  { isExempt, start, end }: { readonly isExempt: boolean; readonly start: Date; readonly end: Date },
): PendingItem {
  return { label, amount, productPriceId, isExempt, periodStart: start, periodEnd: end, isUsage: true }
}

async function insertPendingItems(
  tx: Tx,
  { organizationId, id: subscriptionId }: Subscription,
  { items, now }: { readonly items: readonly PendingItem[]; readonly now: Date },
): Promise<void> {
  for (const item of items) {
    const waiting = { createdAt: now, orderId: null, closedAt: null }
    await subscriptionItems.insert(tx, { id: newId(now), organizationId, subscriptionId, ...item, ...waiting })
  }
}

interface WaitingSettlement {
  readonly organizationId: string
  readonly ids: readonly string[]
  /** Null: the change has taken them back, or they have become credit. */
  readonly orderId: string | null
  readonly now: Date
}

async function settleWaiting(tx: Tx, { organizationId, ids, orderId, now }: WaitingSettlement): Promise<void> {
  if (ids.length === 0) return
  await (orderId === null ? closeItems(tx, { organizationId, ids, now }) : assignItems(tx, { organizationId, ids, orderId }))
}

interface CreateOrderInput extends Pick<ApplyPlanInput, 'change' | 'payment' | 'now'> {
  /** After the change. */
  readonly full: FullSubscription
  readonly bill: ChangeBill
}

async function createOrder(tx: Tx, platform: Platform, { full, bill, change, payment, now }: CreateOrderInput): Promise<Order> {
  const { subscription, customer, product, isTest } = full
  const discount = bill.discountAmount > 0 ? full.discount : null
  const order = {
    billingReason: 'subscription_update',
    ...fieldsOf(full),
    period: change.period,
    items: bill.items,
    discountId: discount?.id ?? null,
    discountAmount: bill.discountAmount,
    taxAmount: bill.taxAmount,
    tax: bill.tax,
    creditBalance: bill.creditAmount,
  } as const
  return createPaidOrder(tx, { platform, order, customer, product, discount, subscription, isTest, payment, now })
}
