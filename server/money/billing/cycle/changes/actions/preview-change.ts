import { refuse, refuseProblems, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import { findDiscount } from '#merchant/catalogue/discounts/index.ts'
import { type Discount, redemptionFault } from '#merchant/catalogue/discounts/model.ts'
import { findProduct } from '#merchant/catalogue/products/index.ts'
import { returnedByPrices } from '#money/billing/orders/index.ts'
import {
  type BillLine,
  type ChangeQuote,
  changePlan,
  quoteChange,
  subscriptionList,
  subscriptionRefusals,
} from '#money/billing/subscriptions/index.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import { taxSourcesOf } from '#money/taxes/index.ts'
import { findCreditBalance } from '#money/usage/credit/index.ts'
import { withAnswers } from '#platform/database/answers/answered.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { usageSoFar, withNextPlan } from '../../actions/bill-periods.ts'
import { taxBill } from '../../orders.ts'
import { type BilledParts, periodCost } from '../../steps.ts'
import type { ChangePreview } from '../model.ts'
import { type ReadChange, readChange } from '../reads.ts'
import { refuseWaitingItems } from '../rules.ts'
import type { PreviewBody } from '../wire.ts'
import { draftChange, type SettledParts } from './draft-change.ts'
import { draftOrder } from './draft-order.ts'

/** A change of a subscription of one of the tenants. */
export interface PreviewChangeInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly body: PreviewBody
  /** Whether the customer asks for it. */
  readonly isByCustomer: boolean
}

/**
 * Reads what a change would do and bill if it were made now, and the renewal that follows: by the rules of the change and of the renewal
 * themselves, and with their refusals. It writes nothing and charges nothing. May ask the tax service, so never inside a transaction.
 */
export function previewChange(db: Database, platform: Platform, input: PreviewChangeInput): Promise<ChangePreview> {
  return withAnswers(() => readPreview(db, platform, input))
}

async function readPreview(db: Database, platform: Platform, input: PreviewChangeInput): Promise<ChangePreview> {
  const { tenants, id, body, isByCustomer } = input
  const full = (await subscriptionList.find(db, { tenants, id }, platform)) ?? refuse(subscriptionRefusals.ResourceNotFound)
  const { subscription } = full
  const now = platform.clock.now(subscription)
  const { organizationId, customerId, currency } = subscription
  refuseWhen(Boolean(body.product_id) && full.pendingChange !== null, subscriptionRefusals.SubscriptionLocked)
  const read = await readChange(db, { full, productId: body.product_id ?? subscription.productId, isLocked: false, now })
  refuseWhen(isByCustomer && read.funds.isDisputed, subscriptionRefusals.SubscriptionDisputed)
  const request = { target: read.target, behavior: body.proration_behavior ?? null, apply: body.apply ?? null }
  const requested = quoteChange(request, read.context)
  // Without a product, a change at the end of the period stays: only naming the present product takes it back.
  const quote: ChangeQuote = body.product_id ? requested : { kind: 'none' }
  const creditBalance = await findCreditBalance(db, { organizationId, customerId, currency })
  const { settled, order } = quote.kind === 'now' ? draftChange(platform, { read, quote, creditBalance }) : nothingSettled
  const pendingItems = (quote.kind === 'now' && quote.proration?.pendingItems) || []
  refuseWaitingItems(read.funds.waiting.length, pendingItems.length)
  const after = afterChange(read, quote)
  const next = await nextPeriod(db, { read, quote, after, body, now })
  const at = after.subscription.currentPeriodEnd
  const left = creditBalance + settled.creditTotal - (order?.creditAmount ?? 0)
  const renewal = periodCost(
    next,
    { ...partsAfter(read, { quote, settled, pendingItems }), usage: usageSoFar(full, read.context.priorDiscount) },
    at,
  )
  const taxSources = taxSourcesOf(platform)
  const taxation = { subscription, customer: full.customer, merchant: read.merchant, taxSources, now }
  const nextRenewal = { at, ...draftOrder({ bill: taxBill(renewal, taxation), creditBalance: left, currency }) }
  const applies = quote.kind === 'now' || quote.kind === 'period_end' ? quote.kind : 'never'
  const plan = quote.kind === 'period_end' ? next.subscription : after.subscription
  const { creditTotal: customerCredit } = settled
  return { applies, subscription: after.subscription, plan, order, customerCredit, pendingItems, nextRenewal }
}

const nothingSettled = { settled: { credit: null, creditTotal: 0, waitingIds: [] }, order: null } as const

interface WaitingAfter {
  readonly quote: ChangeQuote
  readonly settled: SettledParts
  readonly pendingItems: readonly BillLine[]
}

// The parts that wait for the renewal once the change is made, which has counted what was returned. Usage until now is billed by the next
// renewal, at the present prices also where they change now (rule P8).
function partsAfter({ funds, merchant, full }: ReadChange, { quote, settled, pendingItems }: WaitingAfter): Omit<BilledParts, 'usage'> {
  const { organizationId, id: subscriptionId, createdAt } = full.subscription
  const noted = { organizationId, subscriptionId, isUsage: false, createdAt, orderId: null, closedAt: null }
  const added = pendingItems.map(({ isProration: _, ...line }, index) => ({ ...line, ...noted, id: `${index}` }))
  const waiting = [...funds.waiting.filter(({ id }) => !settled.waitingIds.includes(id)), ...added]
  const hasCounted = quote.kind === 'now' && quote.proration !== null
  const funding = hasCounted ? funds.orders.map((order) => ({ ...order, countedReturnAmount: returnedByPrices(order) })) : funds.orders
  return { merchant, waiting, funding }
}

// The subscription as it is after the change, or as it stays until the end of the period.
function afterChange({ full, target, context }: ReadChange, quote: ChangeQuote): FullSubscription {
  const { subscription } = context
  if (quote.kind === 'period_end') return { ...full, subscription: { ...subscription, pendingProductId: quote.productId } }
  if (quote.kind === 'keep') return { ...full, subscription: { ...subscription, pendingProductId: null } }
  if (quote.kind !== 'now' || !target) return full
  const next = changePlan(subscription, quote.change).next
  return { ...full, subscription: next, product: target, discount: next.discountId === null ? null : full.discount }
}

interface NextPeriodInput {
  readonly read: ReadChange
  readonly quote: ChangeQuote
  readonly after: FullSubscription
  readonly body: PreviewBody
  readonly now: Date
}

// With the discount that is asked for, and the product that the next period has.
async function nextPeriod(db: Database, { read, quote, after, body, now }: NextPeriodInput): Promise<FullSubscription> {
  const { pendingProductId } = after.subscription
  const pending = quote.kind === 'period_end' ? read.target : await pendingProduct(db, after.subscription)
  const discount = await requestedDiscount(db, { after, body, now })
  const isOther = discount?.id !== after.discount?.id
  const subscription = isOther ? { ...after.subscription, discountId: discount?.id ?? null, discountAppliedAt: null } : after.subscription
  return withNextPlan({ ...after, subscription, discount }, { products: pending && pendingProductId ? [pending] : [], now })
}

async function pendingProduct(db: Database, { organizationId, pendingProductId }: Subscription) {
  return pendingProductId === null ? undefined : findProduct(db, [organizationId], pendingProductId)
}

async function requestedDiscount(
  db: Database,
  { after, body, now }: Pick<NextPeriodInput, 'after' | 'body' | 'now'>,
): Promise<Discount | null> {
  const { organizationId, productId, currency, amount } = after.subscription
  const { discount_id: id } = body
  if (id === undefined || id === after.discount?.id) return after.discount
  if (id === null) return null
  const found = await findDiscount(db, organizationId, id)
  const isValid = found && redemptionFault(found, { productId, currency, isRecurring: true, isFree: amount === 0 }, now) === null
  if (!isValid) refuseProblems([valueProblem(['body', 'discount_id'], 'This discount cannot be redeemed for the subscription.')])
  return found ?? null
}
