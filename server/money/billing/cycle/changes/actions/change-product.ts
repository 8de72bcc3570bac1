import { newId } from '#kernel/id.ts'
import { sum } from '#kernel/money.ts'
import { Refusal, refuse, refuseWhen } from '#kernel/refusal.ts'
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
} from '#money/billing/subscriptions/index.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import { type SubscriptionWire, toSubscriptionWire } from '#money/billing/subscriptions/wire.ts'
import { chargePayment, createPayment, findPaymentByKey, findPaymentMethod } from '#money/payments/index.ts'
import { type ChargeOutcome, isUnsettled, type Payment, type PaymentMethod } from '#money/payments/model.ts'
import { creditBalancesOf, reserveCredit } from '#money/usage/credit/index.ts'
import { type AttemptStart, attempt } from '#platform/attempt/attempt.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { FinalAnswer, RepeatableRequest } from '#platform/idempotency/settle.ts'
import type { Platform } from '#platform/platform.ts'
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

/** A change of the product of a subscription of one of the tenants. */
export interface ChangeProductInput extends AuditContext, RepeatableRequest {
  readonly tenants: readonly string[]
  readonly id: string
  readonly body: ProductChangeBody
  /** Whether the customer asks for it: not while a bank decides about a payment of the subscription. */
  readonly isByCustomer: boolean
}

/** The recorded attempt to charge, and the subscription as it was locked. */
interface Charge {
  readonly subscription: Subscription
  readonly payment: Payment
}

/**
 * Changes the product of a subscription (rules P1 to P10). What is due is collected before the change takes effect: the intent is the change
 * with its attempt, and the outcome is recorded with the change. A decline leaves the plan as it was (402). So does what has changed between
 * the quote and the payment, which goes back (409). Without a certain answer, or while the customer has to approve the payment, the
 * subscription is answered as it is, and the change follows its payment.
 */
export function changeProduct(input: ChangeProductInput): Promise<SubscriptionWire> {
  const { platform, tenants, id } = input
  return attempt<Subscription, Charge, ChargeOutcome, SubscriptionWire>(input, {
    lock: async (tx) => (await subscriptions.lock(tx, tenants, id)) ?? refuse(subscriptionRefusals.ResourceNotFound),
    repeat: (tx, subscription) => repeat(tx, input, subscription),
    begin: (tx, subscription) => begin(tx, input, subscription),
    call: ({ intent, isResumed }) => charge(platform, intent, isResumed),
    record: async (tx, { intent: { subscription, payment }, outcome: answer }) => {
      const settled = await settleChange(tx, { platform, payment, answer, now: platform.clock.now(payment) })
      return answerOf(tx, input, { subscription, payment: settled })
    },
  })
}

async function charge(platform: Platform, { subscription, payment }: Charge, isResumed: boolean): Promise<ChargeOutcome> {
  const { organizationId, customerId, paymentMethodId } = subscription
  const method = await findPaymentMethod(platform.database.db, { organizationId, customerId, id: paymentMethodId })
  // The customer may be asked to approve it: the change waits for that, as a checkout does.
  const source = { kind: 'saved', method: method?.method ?? '', isOffSession: false } as const
  return chargePayment(platform, { payment, source, isResumed })
}

// The attempt that an earlier run of this request started.
async function repeat(
  tx: Tx,
  input: ChangeProductInput,
  subscription: Subscription,
): Promise<AttemptStart<Charge, SubscriptionWire> | undefined> {
  const { idempotencyKey: key } = input
  const payment = key === undefined ? undefined : await findPaymentByKey(tx, subscription.organizationId, keyOf(key))
  if (!payment) return undefined
  const isOpen = isUnsettled(payment) && payment.status !== 'requires_action'
  return isOpen ? { intent: { subscription, payment } } : answerOf(tx, input, { subscription, payment })
}

async function begin(tx: Tx, input: ChangeProductInput, subscription: Subscription): Promise<AttemptStart<Charge, SubscriptionWire>> {
  const { platform, body } = input
  const now = platform.clock.now(subscription)
  const full = await readFull(tx, platform, subscription)
  refuseWhen(full.pendingChange !== null, subscriptionRefusals.SubscriptionLocked)
  const read = await readChange(tx, { full, productId: body.product_id, isLocked: true, now })
  refuseWhen(input.isByCustomer && read.funds.isDisputed, subscriptionRefusals.SubscriptionDisputed)
  const request = { target: read.target, behavior: body.proration_behavior ?? null, apply: body.apply ?? null }
  const quote = quoteChange(request, read.context)
  if (quote.kind === 'none') return answerOf(tx, input, { subscription, payment: null })
  if (quote.kind === 'now') return bill(tx, input, { read, quote })
  await audit(tx, input, { read, action: quote.kind === 'keep' ? 'change_unscheduled' : 'change_scheduled' })
  const { next, events } = schedulePlan(subscription, quote.kind === 'keep' ? null : quote.productId, now)
  await subscriptions.save(tx, next)
  await emitSubscription(tx, platform, { subscription: next, events, now })
  return answerOf(tx, input, { subscription, payment: null })
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

async function bill(tx: Tx, input: ChangeProductInput, { read, quote }: QuotedChange): Promise<AttemptStart<Charge, SubscriptionWire>> {
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
  return answerOf(tx, input, { subscription, payment: null })
}

// A later bill requires a method as a charge now does: nothing is given on credit to a customer who can pay nothing.
async function findMethod(tx: Tx, { organizationId, customerId, paymentMethodId }: Subscription): Promise<PaymentMethod> {
  const method = await findPaymentMethod(tx, { organizationId, customerId, id: paymentMethodId })
  return method ?? refuse(billingRefusals.PaymentFailed, { detail: 'The customer has no saved payment method.' })
}

interface ChargedChange extends QuotedChange {
  readonly settled: SettledParts
  readonly order: PreviewedOrder
}

async function recordIntent(
  tx: Tx,
  input: ChangeProductInput,
  { read, quote, settled, order }: ChargedChange,
): Promise<AttemptStart<Charge, SubscriptionWire>> {
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
  // The credit that the change itself gives is there once it takes effect.
  const creditAmount = order.creditAmount - settled.creditTotal
  await reserveCredit(tx, { organizationId, customerId, currency, amount: creditAmount })
  const { plan, period, periodAmount, keepsDiscount } = quote.change
  const { amount: returnedAmount = 0, taxableAmount: returnedTaxableAmount = 0 } = settled.credit ?? {}
  await insertChange(tx, {
    id,
    organizationId,
    subscriptionId: subscription.id,
    status: 'pending',
    paymentId,
    createdAt: now,
    modifiedAt: null,
    fromProductId: subscription.productId,
    fromPeriodStart: subscription.currentPeriodStart,
    ...plan,
    keepsDiscount,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    periodAmount,
    items: order.items.map(toStoredLine),
    discountAmount: order.discountAmount,
    taxAmount: order.taxAmount,
    tax: order.tax,
    creditAmount,
    waitingIds: settled.waitingIds,
    returnedAmount,
    returnedTaxableAmount,
    quotedReturnAmount: returnedOf(read.funds),
  })
  return { intent: { subscription, payment } }
}

const keyOf = (key: string) => `subscription-change:${key}`

async function answerOf(
  tx: Tx,
  { platform }: ChangeProductInput,
  { subscription, payment }: { readonly subscription: Subscription; readonly payment: Payment | null },
): Promise<FinalAnswer<SubscriptionWire>> {
  if (payment?.status === 'failed') return new Refusal(billingRefusals.PaymentFailed, { detail: payment.declineMessage ?? undefined })
  if (payment && (await isDropped(tx, payment))) return new Refusal(subscriptionRefusals.SubscriptionChangeDropped)
  return { body: toSubscriptionWire(await readFull(tx, platform, subscription), platform.settings.BASE_URL) }
}

// Its payment has gone back, or is about to.
async function isDropped(tx: Tx, { organizationId, purposeId }: Payment): Promise<boolean> {
  return (await findChange(tx, organizationId, purposeId))?.status === 'dropped'
}
