import { newId } from '#kernel/id.ts'
import { chargeOf, createDueOrders } from '#money/billing/orders/index.ts'
import { assignItems, type CreditAmounts, closeItems, collectFinal } from '#money/billing/subscriptions/index.ts'
import type { SubscriptionItem } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import { taxSourcesOf } from '#money/taxes/index.ts'
import type { TaxedSale } from '#money/taxes/model.ts'
import { findCreditBalance } from '#money/usage/credit/index.ts'
import { type FinalAmounts, fieldsOf, finalAmounts, type PeriodUsage, taxBill } from '../orders.ts'
import type { DueContext } from '../reads.ts'
import { fundsOf } from '../steps.ts'
import { partsOf, usageOf } from './bill-periods.ts'
import { attemptOrder, failOrder } from './collect-order.ts'
import { countReturns, creditCustomer } from './credit-customer.ts'
import { resetMeters } from './reset-meters.ts'
import { type ChangedSubscription, type Run, save } from './save-subscription.ts'

/** The values on which the last order of a subscription depends. */
export interface FinalContext extends Pick<Run, 'tx' | 'platform' | 'now'> {
  readonly context: Omit<DueContext, 'due' | 'products'>
}

/** A locked subscription that ends: its next state, and the instant of its end. */
export interface CompletedSubscription {
  readonly full: FullSubscription
  readonly outcome: ChangedSubscription['outcome']
  readonly at: Date
}

/**
 * Saves a subscription that has ended, and settles what is outstanding (rule K2): a last order bills what was used and what waits, and what waits
 * in the customer's favour becomes credit. The payment of the order is attempted once: nothing that could be withheld is left.
 */
export async function completeSubscription(batch: FinalContext, { full, outcome, at }: CompletedSubscription): Promise<FullSubscription> {
  const { context } = batch
  const { id, currentPeriodStart: start } = full.subscription
  const windows = context.usage.get(id) ?? []
  const usage = usageOf(context, full)
  const parts = fundsOf(full, partsOf(context, full))
  const final = finalBill(batch, full, finalAmounts({ ...parts, usage, used: { start, end: at } }))
  const ended = await resetMeters(batch, full, { windows, isBilled: final.isDue, prices: [], at, carry: 'all' })
  const orderId = final.isDue ? newId(batch.now) : null
  await settleWaiting(batch, { full, ids: idsOf(parts.waiting), orderId })
  await settleCredit(batch, { full, credit: final.credit, source: `subscription-end:${id}` })
  return orderId === null ? save(batch, ended, outcome) : billFinal(batch, { full, ended, outcome, final, usage, orderId })
}

/** The last order of a subscription with its taxes. */
type FinalBill = FinalAmounts & TaxedSale

function finalBill({ platform, context, now }: FinalContext, full: FullSubscription, final: FinalAmounts): FinalBill {
  // Nothing is taxed where nothing is billed.
  if (!final.isDue) return { ...final, taxAmount: 0, tax: null }
  return { ...final, ...taxBill(final, { ...full, merchant: context.merchant, taxSources: taxSourcesOf(platform), now }) }
}

interface WaitingToSettle {
  readonly full: FullSubscription
  readonly ids: readonly string[]
  /** Null: they are settled without an order. */
  readonly orderId: string | null
}

const idsOf = (waiting: readonly Pick<SubscriptionItem, 'id'>[]) => waiting.map(({ id }) => id)

async function settleWaiting({ tx, now }: FinalContext, { full, ids, orderId }: WaitingToSettle): Promise<void> {
  const { organizationId } = full.subscription
  if (ids.length === 0) return
  await (orderId === null ? closeItems(tx, { organizationId, ids, now }) : assignItems(tx, { organizationId, ids, orderId }))
}

interface CreditToSettle {
  readonly full: FullSubscription
  readonly credit: CreditAmounts | null
  readonly source: string
}

async function settleCredit({ tx, platform, context, now }: FinalContext, { full, credit, source }: CreditToSettle): Promise<void> {
  const funding = context.funding.get(full.subscription.id)
  if (!funding) return
  const counted = await countReturns(tx, funding)
  if (credit) await creditCustomer(tx, platform, { subscription: full.subscription, credit, funding: counted, source, now })
}

interface FinalOrder extends Pick<CompletedSubscription, 'full' | 'outcome'> {
  /** With its meters at the end. */
  readonly ended: FullSubscription
  readonly final: FinalBill
  readonly usage: PeriodUsage
  readonly orderId: string
}

async function billFinal(batch: FinalContext, { full, ended, outcome, final, usage, orderId }: FinalOrder): Promise<FullSubscription> {
  const { tx, platform, context, now } = batch
  const { organizationId, id, customerId, currency, isUnproven } = full.subscription
  // A subscription that a stranger took in a customer's name uses none of the customer's credit.
  const creditBalance = isUnproven ? 0 : await findCreditBalance(tx, { organizationId, customerId, currency })
  const { items, discountId, discountAmount, taxAmount, tax } = final
  const billed = { items, discountId, discountAmount, taxAmount, tax, creditBalance }
  const order = { billingReason: 'subscription_cycle', ...fieldsOf(full), period: null, ...billed } as const
  const amount = chargeOf(order)
  const next = amount > 0 ? collectFinal(outcome.next, orderId, now) : outcome.next
  const saved = await save(batch, ended, { ...outcome, next })
  const discount = usage.discount?.id === discountId ? usage.discount : null
  const isTest = context.merchant.mode === 'test'
  await createDueOrders(tx, platform, { orders: [{ id: orderId, order, ...saved, discount, isTest }], now })
  if (amount === 0) return saved
  const method = context.methods.get(id)
  if (method) await attemptOrder(batch, { full: saved, orderId, amount, method })
  else await failOrder(batch, { full: saved, orderId, amount, code: null })
  return saved
}

/**
 * Closes what waits for a subscription that ends without a last order: its customer was deleted, or its payment was lost. What waits in the
 * customer's favour becomes credit, as far as it was received and `isCredited`; the rest is given up.
 */
export async function closeWaiting(
  batch: FinalContext,
  { full, isCredited }: { readonly full: FullSubscription; readonly isCredited: boolean },
): Promise<void> {
  const { waiting, ...funds } = fundsOf(full, partsOf(batch.context, full))
  const prorations = waiting.filter(({ isUsage }) => !isUsage)
  const { id, currentPeriodStart: start, currentPeriodEnd: end } = full.subscription
  const nothingUsed = { usage: { items: [], discount: null, isExempt: false }, used: { start, end } }
  const { credit } = finalAmounts({ waiting: prorations, ...funds, ...nothingUsed })
  await settleWaiting(batch, { full, ids: idsOf(waiting), orderId: null })
  if (isCredited) await settleCredit(batch, { full, credit, source: `subscription-end:${id}` })
}
