import { newId } from '#kernel/id.ts'
import { findCreditBalance } from '#money/customer-credit/index.ts'
import { chargeOf, createDueOrders } from '#money/orders/index.ts'
import { assignItems, collectFinal, findWaitingItems } from '#money/subscriptions/index.ts'
import type { FullSubscription } from '#money/subscriptions/wire.ts'
import { fieldsOf, finalAmounts, taxOrder } from '../orders.ts'
import type { DueContext } from '../reads.ts'
import { usageOf } from './bill-periods.ts'
import { attemptOrder, failOrder } from './collect-order.ts'
import { resetMeters } from './reset-meters.ts'
import { type ChangedSubscription, type Run, save } from './save-subscription.ts'

/** What the last order of a subscription depends on. */
export interface FinalContext extends Pick<Run, 'tx' | 'platform' | 'now'> {
  readonly context: Pick<DueContext, 'merchant' | 'methods' | 'usage' | 'priorDiscounts'>
}

/** A locked subscription that ends: its next state, and the instant of its end. */
export interface CompletedSubscription {
  readonly full: FullSubscription
  readonly outcome: ChangedSubscription['outcome']
  readonly at: Date
}

/**
 * Saves a subscription that has ended, and bills what was used and not billed yet by a last order (rule K2). Its payment is attempted
 * once: nothing that could be withheld is left.
 */
export async function completeSubscription(batch: FinalContext, { full, outcome, at }: CompletedSubscription): Promise<FullSubscription> {
  const { tx, platform, context, now } = batch
  const { organizationId, id, customerId, currency } = full.subscription
  const windows = context.usage.get(id) ?? []
  const usage = usageOf(context, full)
  const waiting = (await findWaitingItems(tx, organizationId, [id])).filter(({ isUsage }) => isUsage)
  const final = finalAmounts(waiting, usage)
  const ended = await resetMeters(batch, full, { windows, isBilled: final !== null, prices: [], at, carry: 'all' })
  if (!final) return save(batch, ended, outcome)
  const creditBalance = await findCreditBalance(tx, { organizationId, customerId, currency })
  const standardRates = platform.settings.TAX_RATES_FILE
  const taxed = taxOrder(final, { ...full, merchant: context.merchant, standardRates, now })
  const order = { billingReason: 'subscription_cycle', ...fieldsOf(full), period: null, ...final, ...taxed, creditBalance } as const
  const orderId = newId(now)
  const amount = chargeOf(order)
  const next = amount > 0 ? collectFinal(outcome.next, orderId, now) : outcome.next
  const saved = await save(batch, ended, { ...outcome, next })
  const discount = usage.discount?.id === final.discountId ? usage.discount : null
  const isTest = context.merchant.mode === 'test'
  await createDueOrders(tx, platform, { orders: [{ id: orderId, order, ...saved, discount, isTest }], now })
  const ids = waiting.map((item) => item.id)
  if (ids.length > 0) await assignItems(tx, { organizationId, ids, orderId })
  if (amount === 0) return saved
  const method = context.methods.get(id)
  if (method) await attemptOrder(batch, { full: saved, orderId, amount, method })
  else await failOrder(batch, { full: saved, orderId, amount, code: null })
  return saved
}
