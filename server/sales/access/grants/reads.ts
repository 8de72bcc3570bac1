import { type RawBuilder, sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { benefitsTable, fromStored } from '#merchant/catalogue/benefits/index.ts'
import { type Benefit, benefitType } from '#merchant/catalogue/benefits/model.ts'
import { findProduct } from '#merchant/catalogue/products/index.ts'
import { customers } from '#merchant/customers/index.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import { orders } from '#money/billing/orders/index.ts'
import { accessEndsAt, subscriptions } from '#money/billing/subscriptions/index.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { added, id, oneOrMore } from '#platform/http/wire-parts.ts'
import { joined, value } from '#platform/resource/embedded.ts'
import { among, filter, ids, isTrue } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { type GrantScope, type GrantState, grantState } from './model.ts'
import { hasAccessByOrder, hasAccessBySubscription } from './rules.ts'
import { benefitGrants, isWithdrawn } from './store.ts'

const isGranted = sql`(benefit_grants.granted_at is not null and benefit_grants.revoked_at is null)`

const checkoutId = sql`coalesce(
  (select orders.checkout_id from orders where orders.organization_id = benefit_grants.organization_id and orders.id = benefit_grants.order_id),
  (select subscriptions.checkout_id from subscriptions
    where subscriptions.organization_id = benefit_grants.organization_id and subscriptions.id = benefit_grants.subscription_id))`

/** Both halves name the error, so that a search for failures reads their index. */
const conditions: Readonly<Record<GrantState, RawBuilder<boolean>>> = {
  waiting: sql`(benefit_grants.error is not null and benefit_grants.error ->> 'type' = 'ACTION_REQUIRED')`,
  failed: sql`(benefit_grants.error is not null and benefit_grants.error ->> 'type' <> 'ACTION_REQUIRED')`,
  revoked: sql`(benefit_grants.error is null and benefit_grants.revoked_at is not null)`,
  granted: sql`(benefit_grants.error is null and ${isGranted})`,
  pending: sql`(benefit_grants.error is null and benefit_grants.revoked_at is null and benefit_grants.granted_at is null)`,
}

const state = filter(oneOrMore(grantState), (states: readonly GrantState[]) => {
  return sql<boolean>`(${sql.join(
    states.map((each) => conditions[each]),
    sql` or `,
  )})`
})

/** The list of grants. */
export const grantList = list(benefitGrants, {
  with: {
    customer: joined(customers, { from: 'benefit_grants', column: 'customer_id' }),
    benefit: joined(benefitsTable, { from: 'benefit_grants', column: 'benefit_id' }),
    checkoutId: value<string | null>(checkoutId),
  },
  filters: {
    is_granted: isTrue(isGranted),
    state: state.meta(added('Only grants in these states; `waiting` and `failed` have an error.')),
    customer_id: ids('benefit_grants.customer_id'),
    benefit_id: ids('benefit_grants.benefit_id').meta(added('Only grants of these benefits.')),
    order_id: ids('benefit_grants.order_id').meta(added('Only grants by these orders.')),
    type: among('benefits.type', benefitType).meta(added('Only grants of benefits of these types.')),
    checkout_id: among(checkoutId, id).meta(added('Only grants by what these checkouts sold.')),
    subscription_id: ids('benefit_grants.subscription_id').meta(added('Only grants by these subscriptions.')),
  },
  sorting: {
    created_at: 'benefit_grants.created_at',
    granted_at: 'benefit_grants.granted_at',
    revoked_at: 'benefit_grants.revoked_at',
    type: 'benefits.type',
    organization: 'benefit_grants.organization_id',
  },
  defaultSorting: '-created_at',
  item: ({ customer, benefit, checkoutId: sold, ...grant }) => ({ grant, customer, benefit: fromStored(benefit), checkoutId: sold }),
})

/** Whether one of the organizations has or had a benefit: grants of a deleted one are still listed. */
export async function isBenefit(db: Database, tenants: readonly string[], id: string): Promise<boolean> {
  return (await benefitsTable.select(db, sql`where organization_id = ${anyOf(tenants)} and id = ${id}`)).length > 0
}

/** The access that a scope gives, and its customer. */
export interface ScopeAccess {
  readonly scope: GrantScope
  readonly customerId: string
  /** The benefits that the customer is to have by it: none without access. */
  readonly benefits: readonly Benefit[]
  /** When access ends because a payment is overdue; null where none is. */
  readonly accessEndsAt: Date | null
  /** The start of its present period; null without a subscription. */
  readonly periodStart: Date | null
}

/** Locks the order or the subscription of a scope, and reads what it is to give; undefined where there is no such. */
export async function lockAccess(tx: Tx, scope: GrantScope, now: Date): Promise<ScopeAccess | undefined> {
  return scope.orderId === null ? lockSubscribed(tx, scope, now) : lockOrdered(tx, scope, scope.orderId)
}

async function lockOrdered(tx: Tx, scope: GrantScope, orderId: string): Promise<ScopeAccess | undefined> {
  const { organizationId } = scope
  const order = await orders.lock(tx, [organizationId], orderId)
  if (!order || order.subscriptionId !== null) return undefined
  const { customerId, productId, status } = order
  const hasAccess = hasAccessByOrder({ status, isWithdrawn: await isWithdrawn(tx, organizationId, orderId) })
  const benefits = hasAccess ? await benefitsFor(tx, { organizationId, customerId, productId }) : []
  return { scope, customerId, benefits, accessEndsAt: null, periodStart: null }
}

async function lockSubscribed(tx: Tx, scope: GrantScope, now: Date): Promise<ScopeAccess | undefined> {
  const { organizationId } = scope
  const subscription = await subscriptions.lock(tx, [organizationId], scope.subscriptionId ?? '')
  if (!subscription) return undefined
  const { customerId, productId, pastDueAt, currentPeriodStart: periodStart } = subscription
  const merchant = present(await findMerchant(tx, [organizationId], organizationId), 'The merchant of a subscription')
  const { benefitRevocationGracePeriod: graceDays } = merchant.subscriptionSettings
  const endsAt = subscription.status === 'past_due' && pastDueAt ? accessEndsAt(pastDueAt, graceDays) : null
  const hasAccess = hasAccessBySubscription({ subscription, accessEndsAt: endsAt }, now)
  const benefits = hasAccess ? await benefitsFor(tx, { organizationId, customerId, productId }) : []
  return { scope, customerId, benefits, accessEndsAt: hasAccess ? endsAt : null, periodStart }
}

interface Sale {
  readonly organizationId: string
  readonly customerId: string
  readonly productId: string
}

// A deleted customer has nothing (rule S1).
async function benefitsFor(tx: Tx, { organizationId, customerId, productId }: Sale): Promise<readonly Benefit[]> {
  const customer = await customers.find(tx, [organizationId], customerId)
  if (!customer) return []
  return (await findProduct(tx, [organizationId], productId))?.benefits ?? []
}
