import { newId } from '#kernel/id.ts'
import { createPaidOrder } from '#money/orders/index.ts'
import {
  type ChangeItem,
  changePlan,
  emitSubscription,
  type PlanChange,
  subscriptionItems,
  subscriptions,
} from '#money/subscriptions/index.ts'
import type { Subscription, SubscriptionItem } from '#money/subscriptions/model.ts'
import type { FullSubscription } from '#money/subscriptions/wire.ts'
import type { SaleTax } from '#money/taxes/model.ts'
import type { UsageItem } from '#money/usage/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { creditDowngrade } from '../../actions/credit-downgrade.ts'
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
  readonly items: readonly ChangeItem[]
  readonly discountAmount: number
  readonly taxAmount: number
  readonly tax: SaleTax | null
  /** What the customer's credit pays of it. */
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
  /** What the customer gets in credit, by the prices. */
  readonly customerCredit: number
  /** What waits for the next renewal. */
  readonly pendingItems: readonly ChangeItem[]
  readonly now: Date
}

/**
 * Changes the plan of a subscription with all that follows, in one transaction: the subscription, what waits for its renewal, its paid
 * order or the customer's credit, the ledger, and the events `subscription.updated`, `order.created`, `order.updated` and `order.paid`.
 */
export async function applyPlan(tx: Tx, platform: Platform, input: ApplyPlanInput): Promise<FullSubscription> {
  const { change, order, payment, customerCredit, now } = input
  const { next, events } = changePlan(input.subscription, change)
  await subscriptions.save(tx, next)
  const used = await changeMeters(tx, platform, { subscription: input.subscription, priceIds: next.priceIds, at: now })
  await insertPendingItems(tx, next, { items: [...input.pendingItems.map(prorationOf), ...used.map(usageOf)], now })
  const full = await emitSubscription(tx, platform, { subscription: next, events, now })
  if (order) await createOrder(tx, platform, { full, bill: order, change, payment, now })
  const source = `subscription:${next.id}:${newId(now)}`
  if (customerCredit > 0) await creditDowngrade(tx, platform, { subscription: next, amount: customerCredit, source, now })
  return full
}

type PendingItem = Pick<SubscriptionItem, 'label' | 'amount' | 'productPriceId' | 'isUsage'>

const prorationOf = (item: ChangeItem): PendingItem => ({ ...itemFields(item), isUsage: false })
const usageOf = (item: UsageItem): PendingItem => ({ ...itemFields(item), isUsage: true })
const itemFields = ({ label, amount, productPriceId }: Omit<PendingItem, 'isUsage'>) => ({ label, amount, productPriceId })

async function insertPendingItems(
  tx: Tx,
  { organizationId, id: subscriptionId }: Subscription,
  { items, now }: { readonly items: readonly PendingItem[]; readonly now: Date },
): Promise<void> {
  for (const item of items)
    await subscriptionItems.insert(tx, { id: newId(now), organizationId, subscriptionId, ...item, createdAt: now, orderId: null })
}

interface CreateOrderInput extends Pick<ApplyPlanInput, 'change' | 'payment' | 'now'> {
  /** After the change. */
  readonly full: FullSubscription
  readonly bill: ChangeBill
}

async function createOrder(tx: Tx, platform: Platform, { full, bill, change, payment, now }: CreateOrderInput): Promise<void> {
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
  await createPaidOrder(tx, { platform, order, customer, product, discount, subscription, isTest, payment, now })
}
