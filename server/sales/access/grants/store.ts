import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { merchantTime } from '#platform/resource/merchant-time.ts'
import { table } from '#platform/resource/table.ts'
import type { OutsideRequest, ScopeSelector } from './job-specs.ts'
import { type BenefitGrant, benefitGrantColumns, type GrantScope } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    benefit_grants: Row<typeof benefitGrantColumns>
    withdrawn_orders: WithdrawnOrdersTable
  }
}

/** Orders whose benefits a refund or a lost dispute has taken back; `refund_id` is the id of either. */
interface WithdrawnOrdersTable {
  organization_id: string
  order_id: string
  refund_id: string
  withdrawn_at: Date
}

/** The rows of grants. */
export const benefitGrants = table('benefit_grants', benefitGrantColumns)

const ofScope = ({ organizationId, orderId, subscriptionId }: GrantScope) =>
  orderId === null
    ? sql`organization_id = ${organizationId} and subscription_id = ${subscriptionId}`
    : sql`organization_id = ${organizationId} and order_id = ${orderId}`

/** Locks the grants of a scope, in the order of their ids. The caller has locked its order or subscription. */
export function lockGrants(tx: Tx, scope: GrantScope): Promise<BenefitGrant[]> {
  return benefitGrants.select(tx, sql`where ${ofScope(scope)} order by id for update`)
}

/**
 * The ids of the customer's other grants that have credited the meter for a period that has not ended at `at`, those whose period ends last
 * first. A one-time product credits for no period.
 */
export async function findCreditsInForce(
  tx: Tx,
  { organizationId, customerId, id }: BenefitGrant,
  { meterId, at }: { readonly meterId: string; readonly at: Date },
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select id from (
      select benefit_grants.id, case when current_period_start > period_start then current_period_start else current_period_end end as ends_at
      from benefit_grants join subscriptions
        on subscriptions.organization_id = benefit_grants.organization_id and subscriptions.id = benefit_grants.subscription_id
      where benefit_grants.organization_id = ${organizationId} and benefit_grants.customer_id = ${customerId} and benefit_grants.id <> ${id}
        and granted_at is not null and revoked_at is null and properties ->> 'last_credited_meter_id' = ${meterId}) as credits
    where ends_at > ${at}::timestamptz order by ends_at desc, id`.execute(tx)
  return rows.map((row) => row.id)
}

/** A customer's grants of a kind at another service that they are to have, or that are not undone yet, in the order of their ids. */
export function findUnsettledGrants(db: Database, { organizationId, customerId, type }: OutsideRequest): Promise<BenefitGrant[]> {
  return benefitGrants.select(
    db,
    sql`where benefit_grants.organization_id = ${organizationId} and benefit_grants.customer_id = ${customerId}
      and (is_entitled or revoked_at is null or benefit_grants.properties ->> 'account_id' is not null
        or benefit_grants.attempted_access is not null)
      and exists (select from benefits where benefits.organization_id = benefit_grants.organization_id
        and benefits.id = benefit_grants.benefit_id and benefits.type = ${type})
      order by benefit_grants.id`,
  )
}

/** Locks a customer's grants of a kind that have an error, in the order of their ids. */
export function lockFailedGrants(tx: Tx, { organizationId, customerId, type }: OutsideRequest): Promise<BenefitGrant[]> {
  return benefitGrants.select(
    tx,
    sql`where benefit_grants.organization_id = ${organizationId} and benefit_grants.customer_id = ${customerId} and error is not null
      and exists (select from benefits where benefits.organization_id = benefit_grants.organization_id
        and benefits.id = benefit_grants.benefit_id and benefits.type = ${type})
      order by benefit_grants.id for update`,
  )
}

const namesAccount = sql`(properties -> 'account_id' is not null or attempted_access is not null or chosen_account_id is not null)`

/**
 * Erases the accounts of a customer in grants that are undone, or that are not tried to be undone any more. Returns whether others are left: those
 * whose access is still to be taken need the account until then.
 */
export async function eraseGrantAccounts(
  tx: Tx,
  { organizationId, customerId }: Pick<BenefitGrant, 'organizationId' | 'customerId'>,
): Promise<boolean> {
  const ofCustomer = sql`organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid`
  await sql`
    update benefit_grants set properties = properties - 'account_id', attempted_access = null, chosen_account_id = null
    where ${ofCustomer} and not is_entitled and revoked_at is not null and next_attempt_at is null and ${namesAccount}`.execute(tx)
  const { rows } = await sql`select from benefit_grants where ${ofCustomer} and (is_entitled or ${namesAccount}) limit 1`.execute(tx)
  return rows.length > 0
}

/** An organization's order, and the refund or lost dispute that takes its benefits back. */
export interface OrderWithdrawal {
  readonly organizationId: string
  readonly orderId: string
  /** The refund or the dispute. */
  readonly causeId: string
}

/** Records that a refund or a lost dispute takes the benefits of an order back. */
export async function insertWithdrawnOrder(tx: Tx, { organizationId, orderId, causeId }: OrderWithdrawal, now: Date): Promise<void> {
  await tx
    .insertInto('withdrawn_orders')
    .values({ organization_id: organizationId, order_id: orderId, refund_id: causeId, withdrawn_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes what `insertWithdrawnOrder` has recorded. */
export async function deleteWithdrawnOrder(tx: Tx, { organizationId, orderId, causeId }: OrderWithdrawal): Promise<void> {
  await tx
    .deleteFrom('withdrawn_orders')
    .where('organization_id', '=', organizationId)
    .where('order_id', '=', orderId)
    .where('refund_id', '=', causeId)
    .execute()
}

/** Whether a refund or a lost dispute has taken the benefits of an order back. */
export async function isWithdrawn(db: Database, organizationId: string, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawn_orders where organization_id = ${organizationId} and order_id = ${orderId}`.execute(db)
  return rows.length > 0
}

/** A page of scopes: those after the id `after`, at most `limit`, in the order of their ids. */
export interface ScopePage {
  readonly organizationId: string
  readonly selector: ScopeSelector
  readonly after: string | null
  readonly limit: number
}

/** A scope, and the id that the next page continues after. */
export interface FoundScope extends GrantScope {
  readonly key: string
}

/** The scopes that a change concerns: of a benefit or a customer those whose grants the customer is to have, of a product those that have sold it. */
export async function findScopes(db: Database, { organizationId, selector, after, limit }: ScopePage): Promise<readonly FoundScope[]> {
  const scopes = 'productId' in selector ? soldScopes(organizationId, selector.productId) : grantedScopes(organizationId, selector)
  const { rows } = await sql<FoundScope>`
    select ${organizationId}::uuid as "organizationId", order_id as "orderId", subscription_id as "subscriptionId", key from (${scopes}) as scopes
    where ${after}::uuid is null or key > ${after}::uuid order by key limit ${limit}`.execute(db)
  return rows
}

function grantedScopes(organizationId: string, selector: Exclude<ScopeSelector, { productId: string }>) {
  const named = 'benefitId' in selector ? sql`benefit_id = ${selector.benefitId}` : sql`customer_id = ${selector.customerId}`
  return sql`select order_id, subscription_id, id as key from benefit_grants
    where organization_id = ${organizationId} and ${named} and is_entitled`
}

function soldScopes(organizationId: string, productId: string) {
  return sql`
    select null::uuid as order_id, id as subscription_id, id as key from subscriptions
    where organization_id = ${organizationId} and product_id = ${productId} and status in ('trialing', 'active', 'past_due')
    union all
    select id as order_id, null::uuid as subscription_id, id as key from orders
    where organization_id = ${organizationId} and product_id = ${productId} and subscription_id is null and status <> 'pending'`
}

/** When an organization's grants are next to be worked on by themselves: access that ends, or an attempt; null where none is. */
export async function findNextDue(db: Database, organizationId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(access_ends_at) from benefit_grants where organization_id = ${organizationId} and access_ends_at is not null),
      (select min(next_attempt_at) from benefit_grants where organization_id = ${organizationId} and next_attempt_at is not null)) as at`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

/** An organization, and its time; all of them by the times of each where it is left out. */
export interface DueGrants {
  readonly organizationId?: string
  readonly limit: number
}

const dueNow = (clock: Platform['clock'], column: string, { organizationId }: DueGrants) => sql`
  ${sql.ref(column)} is not null and ${sql.ref(column)} <= ${
    organizationId === undefined
      ? merchantTime(clock, 'benefit_grants.organization_id')
      : sql`${clock.now({ organizationId })}::timestamptz and organization_id = ${organizationId}`
  }`

/** The scopes whose access has ended. */
export async function findEndedScopes(db: Database, { clock }: Pick<Platform, 'clock'>, due: DueGrants): Promise<readonly GrantScope[]> {
  const { rows } = await sql<GrantScope>`
    select distinct organization_id as "organizationId", order_id as "orderId", subscription_id as "subscriptionId" from benefit_grants
    where ${dueNow(clock, 'access_ends_at', due)} limit ${due.limit}`.execute(db)
  return rows
}

/** Whose grants at another service are to be attempted. */
export async function findDueAttempts(
  db: Database,
  { clock }: Pick<Platform, 'clock'>,
  due: DueGrants,
): Promise<readonly OutsideRequest[]> {
  const { rows } = await sql<OutsideRequest>`
    select distinct benefit_grants.organization_id as "organizationId", customer_id as "customerId", benefits.type
    from (select organization_id, customer_id, benefit_id from benefit_grants
      where ${dueNow(clock, 'next_attempt_at', due)} order by next_attempt_at limit ${due.limit}) as benefit_grants
    join benefits on benefits.organization_id = benefit_grants.organization_id and benefits.id = benefit_grants.benefit_id`.execute(db)
  return rows
}

/** A page of the scopes that the daily review reconciles: what was sold or changed in the last two days, and grants with an error. */
export async function findReviewedScopes(
  db: Database,
  { clock }: Pick<Platform, 'clock'>,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly FoundScope[]> {
  // A row that was never modified was created: a trial, above all.
  const isRecent = (name: string) => {
    const [modifiedAt, createdAt] = [sql.ref(`${name}.modified_at`), sql.ref(`${name}.created_at`)]
    return sql`coalesce(${modifiedAt}, ${createdAt}) > ${merchantTime(clock, `${name}.organization_id`)} - interval '2 days'`
  }
  const { rows } = await sql<FoundScope>`
    select organization_id as "organizationId", order_id as "orderId", subscription_id as "subscriptionId", key from (
      select organization_id, null::uuid as order_id, id as subscription_id, id as key from subscriptions
      where ${isRecent('subscriptions')}
      union all
      select organization_id, id as order_id, null::uuid as subscription_id, id as key from orders
      where subscription_id is null and status <> 'pending' and ${isRecent('orders')}
      union all
      select organization_id, order_id, subscription_id, id as key from benefit_grants where error is not null) as scopes
    where ${after}::uuid is null or key > ${after}::uuid order by key limit ${limit}`.execute(db)
  return rows
}
