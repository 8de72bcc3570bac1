import { newId } from '#kernel/id.ts'
import { sum } from '#kernel/money.ts'
import { Refusal, type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import { creditBalancesOf, reserveCredit } from '#money/customer-credit/index.ts'
import { chargePayment, createPayment, findPaymentByKey, findPaymentMethod } from '#money/payments/index.ts'
import { isUnsettled, type Payment, type PaymentMethod } from '#money/payments/model.ts'
import {
  emitSubscription,
  findChange,
  insertChange,
  type PlanQuote,
  quoteChange,
  schedulePlan,
  subscriptionRefusals,
  subscriptions,
  toStoredLine,
} from '#money/subscriptions/index.ts'
import type { Subscription } from '#money/subscriptions/model.ts'
import { type SubscriptionWire, toSubscriptionWire } from '#money/subscriptions/wire.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { Settle } from '#platform/idempotency/settle.ts'
import { readFull } from '../../reads.ts'
import { billingRefusals } from '../../refusals.ts'
import type { PreviewedOrder } from '../model.ts'
import { type ReadChange, readChange } from '../reads.ts'
import { isExemptUsage, refuseWaitingItems, returnedOf } from '../rules.ts'
import type { ProductChangeBody } from '../wire.ts'
import { applyPlan } from './apply-plan.ts'
import { draftChange, type SettledParts } from './draft-change.ts'
import { settleChange } from './settle-change.ts'

const PURPOSE = 'subscription_change'

/** A change of the product of a subscription of one of the tenants, and `settle`, which stores its answer for a repeat with the same key. */
export interface ChangeProductInput extends AuditContext {
  readonly tenants: readonly string[]
  readonly id: string
  readonly body: ProductChangeBody
  /** Whether the customer asks for it: not while a bank decides about a payment of the subscription. */
  readonly isByCustomer: boolean
  /** Stable over repeats of one request; the key of the attempt at the processor. */
  readonly idempotencyKey: string | undefined
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  readonly settle: Settle
}

type Answer = { readonly kind: 'answered'; readonly body: SubscriptionWire } | { readonly kind: 'refused'; readonly refusal: Refusal }

/** The attempt to charge, or the answer where there is nothing to charge. */
type BeginResult =
  | Answer
  | { readonly kind: 'charge'; readonly subscription: Subscription; readonly payment: Payment; readonly isResumed: boolean }

/**
 * Changes the product of a subscription (rules P1 to P10). What is due is collected before the change takes effect: one transaction
 * records the change and the attempt, the saved method is charged outside any transaction, and a second one records the outcome with the
 * change. A decline leaves the plan as it was (402). So does what has changed between the quote and the payment, which goes back (409).
 * Without a certain answer, or while the customer has to approve the payment, the subscription is answered as it is, and the change follows
 * its payment. A repeat with the key of an attempt that an earlier run did not finish looks the key up at the processor before it charges.
 */
export async function changeProduct(input: ChangeProductInput): Promise<SubscriptionWire> {
  const result = await input.transaction((tx) => begin(tx, input))
  const answer = result.kind === 'charge' ? await charge(input, result) : result
  if (answer.kind === 'refused') throw answer.refusal
  return answer.body
}

async function charge(
  input: ChangeProductInput,
  { subscription, payment, isResumed }: Extract<BeginResult, { kind: 'charge' }>,
): Promise<Answer> {
  const { platform, transaction } = input
  const { organizationId, customerId, paymentMethodId } = subscription
  const method = await findPaymentMethod(platform.database.db, { organizationId, customerId, id: paymentMethodId })
  // The customer may be asked to approve it: the change waits for that, as a checkout does.
  const source = { kind: 'saved', method: method?.method ?? '', isOffSession: false } as const
  const answer = await chargePayment(platform, { payment, source, isResumed })
  const now = platform.clock.now(payment)
  const recorded = await transaction(async (tx) =>
    answerWith(tx, input, { subscription, payment: await settleChange(tx, { platform, payment, answer, now }) }),
  )
  failpoint('after-record-before-answer')
  return recorded
}

async function begin(tx: Tx, input: ChangeProductInput): Promise<BeginResult> {
  const { platform, tenants, id, body } = input
  const subscription = (await subscriptions.lock(tx, tenants, id)) ?? refuse(subscriptionRefusals.ResourceNotFound)
  const attempt = await findOwnAttempt(tx, subscription, input.idempotencyKey)
  if (attempt) return resume(tx, input, { subscription, payment: attempt })
  const now = platform.clock.now(subscription)
  const full = await readFull(tx, platform, subscription)
  refuseWhen(full.pendingChange !== null, subscriptionRefusals.SubscriptionLocked)
  const read = await readChange(tx, { full, productId: body.product_id, isLocked: true, now })
  refuseWhen(input.isByCustomer && read.funds.isDisputed, subscriptionRefusals.SubscriptionDisputed)
  const request = { target: read.target, behavior: body.proration_behavior ?? null, apply: body.apply ?? null }
  const quote = quoteChange(request, read.context)
  if (quote.kind === 'none') return answerWith(tx, input, { subscription, payment: null })
  if (quote.kind === 'now') return bill(tx, input, { read, quote })
  await audit(tx, input, { read, action: quote.kind === 'keep' ? 'change_unscheduled' : 'change_scheduled' })
  const { next, events } = schedulePlan(subscription, quote.kind === 'keep' ? null : quote.productId, now)
  await subscriptions.save(tx, next)
  await emitSubscription(tx, platform, { subscription: next, events, now })
  return answerWith(tx, input, { subscription, payment: null })
}

interface ChangeAudit {
  readonly read: ReadChange
  /** A change that is charged is only requested: it may be declined. */
  readonly action: 'product_changed' | 'change_requested' | 'change_scheduled' | 'change_unscheduled'
}

function audit(tx: Tx, input: ChangeProductInput, { read: { full, target }, action }: ChangeAudit): Promise<void> {
  const { organizationId, id } = full.subscription
  const details = { product: target?.name ?? '', from_product: full.product.name }
  return recordAudit(tx, input, { action: `subscription.${action}`, organizationId, target: { type: 'subscription', id }, details })
}

interface QuotedChange {
  readonly read: ReadChange
  readonly quote: PlanQuote
}

async function bill(tx: Tx, input: ChangeProductInput, { read, quote }: QuotedChange): Promise<BeginResult> {
  const { subscription, now } = read.context
  const { organizationId, customerId, currency } = subscription
  const { order: due = null, pendingItems = [] } = quote.proration ?? {}
  const balances = due ? await creditBalancesOf(tx, { organizationId, currency, customerIds: [customerId] }) : null
  const { settled, order } = draftChange(input.platform, { read, quote, creditBalance: balances?.get(customerId) ?? 0 })
  if (order && order.chargedAmount > 0) return recordIntent(tx, input, { read, quote, settled, order })
  if (pendingItems.length > 0) refuseWaitingItems(read.funds.waiting.length, pendingItems.length)
  if (sum(pendingItems.map(({ amount }) => amount)) > 0) await findMethod(tx, subscription)
  await audit(tx, input, { read, action: 'product_changed' })
  const { change } = quote
  const funding = read.funds.orders
  const isUsageExempt = isExemptUsage(read)
  await applyPlan(tx, input.platform, { subscription, change, order, payment: null, funding, ...settled, pendingItems, isUsageExempt, now })
  return answerWith(tx, input, { subscription, payment: null })
}

// What is billed later asks for a method as what is charged now does: nothing is given on credit to a customer who can pay nothing.
async function findMethod(tx: Tx, { organizationId, customerId, paymentMethodId }: Subscription): Promise<PaymentMethod> {
  const method = await findPaymentMethod(tx, { organizationId, customerId, id: paymentMethodId })
  return method ?? refuse(billingRefusals.PaymentFailed, { detail: 'The customer has no saved payment method.' })
}

interface ChargedChange extends QuotedChange {
  readonly settled: SettledParts
  readonly order: PreviewedOrder
}

async function recordIntent(tx: Tx, input: ChangeProductInput, { read, quote, settled, order }: ChargedChange): Promise<BeginResult> {
  const { subscription, now } = read.context
  const { organizationId, customerId, currency } = subscription
  const method = await findMethod(tx, subscription)
  const [id, paymentId] = [newId(now), newId(now)]
  const payment = await createPayment(tx, {
    id: paymentId,
    organizationId,
    purpose: PURPOSE,
    purposeId: id,
    amount: order.chargedAmount,
    currency,
    processor: method.processor,
    idempotencyKey: keyOf(input.idempotencyKey ?? paymentId),
    customerEmail: read.full.customer.email,
    now,
  })
  if (!payment) return refuse(subscriptionRefusals.SubscriptionLocked)
  await audit(tx, input, { read, action: 'change_requested' })
  // What the change itself gives in credit is there once it takes effect.
  const creditAmount = order.creditAmount - settled.creditTotal
  await reserveCredit(tx, { organizationId, customerId, currency, amount: creditAmount })
  const { plan, period, periodAmount, keepsDiscount } = quote.change
  const { amount: returnedAmount = 0, taxableAmount: returnedTaxableAmount = 0 } = settled.credit ?? {}
  await insertChange(tx, {
    ...{ id, organizationId, subscriptionId: subscription.id, status: 'pending', paymentId, createdAt: now, modifiedAt: null },
    ...{ fromProductId: subscription.productId, fromPeriodStart: subscription.currentPeriodStart, ...plan, keepsDiscount },
    ...{ periodStart: period?.start ?? null, periodEnd: period?.end ?? null, periodAmount, items: order.items.map(toStoredLine) },
    ...{ discountAmount: order.discountAmount, taxAmount: order.taxAmount, tax: order.tax, creditAmount },
    ...{ waitingIds: settled.waitingIds, returnedAmount, returnedTaxableAmount, quotedReturnAmount: returnedOf(read.funds) },
  })
  return { kind: 'charge', subscription, payment, isResumed: false }
}

const keyOf = (key: string) => `subscription-change:${key}`

// The attempt that an earlier run of this request started.
async function findOwnAttempt(tx: Tx, { organizationId }: Subscription, key: string | undefined): Promise<Payment | undefined> {
  return key === undefined ? undefined : findPaymentByKey(tx, organizationId, keyOf(key))
}

async function resume(
  tx: Tx,
  input: ChangeProductInput,
  attempt: { readonly subscription: Subscription; readonly payment: Payment },
): Promise<BeginResult> {
  const isOpen = isUnsettled(attempt.payment) && attempt.payment.status !== 'requires_action'
  return isOpen ? { kind: 'charge', ...attempt, isResumed: true } : answerWith(tx, input, attempt)
}

async function answerWith(
  tx: Tx,
  { platform, settle }: ChangeProductInput,
  { subscription, payment }: { readonly subscription: Subscription; readonly payment: Payment | null },
): Promise<Answer> {
  const refuseWith = async (entry: RefusalEntry, detail?: string | null): Promise<Answer> => {
    const refusal = new Refusal(entry, { detail: detail ?? undefined })
    await settle(tx, refusal)
    return { kind: 'refused', refusal }
  }
  if (payment?.status === 'failed') return refuseWith(billingRefusals.PaymentFailed, payment.declineMessage)
  if (payment && (await isDropped(tx, payment))) return refuseWith(subscriptionRefusals.SubscriptionChangeDropped)
  const body = toSubscriptionWire(await readFull(tx, platform, subscription), platform.settings.BASE_URL)
  await settle(tx, { body })
  return { kind: 'answered', body }
}

// Its payment has gone back, or is about to.
async function isDropped(tx: Tx, { organizationId, purposeId }: Payment): Promise<boolean> {
  return (await findChange(tx, organizationId, purposeId))?.status === 'dropped'
}
