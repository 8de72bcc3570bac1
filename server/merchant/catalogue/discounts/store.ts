import { type RawBuilder, sql } from 'kysely'
import { refuseProblems } from '#kernel/refusal.ts'
import { type Database, isUniqueBreach, type Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { type StoredRow, table } from '#platform/resource/table.ts'
import { kindOf, toStoredValue } from './kinds/index.ts'
import { type Discount, type DiscountValue, discountColumns, type StoredDiscount } from './model.ts'
import { takenCode } from './rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    discounts: Row<typeof discountColumns>
    discount_redemptions: DiscountRedemptionsTable
    subscription_redemptions: SubscriptionRedemptionsTable
  }
}

/** The purchase that has redeemed a discount: one for each checkout. */
interface DiscountRedemptionsTable {
  organization_id: string
  checkout_id: string
  discount_id: string
  redeemed_at: Date
}

/** The running subscription that has redeemed a discount: each once. */
interface SubscriptionRedemptionsTable {
  organization_id: string
  subscription_id: string
  discount_id: string
  redeemed_at: Date
}

/** The rows of discounts; deleted ones are kept. */
export const discounts = table('discounts', discountColumns, { isCounted: true, existing: sql<boolean>`discounts.deleted_at is null` })

const discountLimit: ResourceLimit = {
  setting: 'DISCOUNT_LIMIT',
  table: 'discounts',
  isCounted: true,
  things: 'discounts',
}

/** The discount of a stored one. */
export function fromStored({ type, amount, currency, basisPoints, ...shared }: StoredDiscount): Discount {
  return { ...shared, value: kindOf(type).fromColumns({ amount, currency, basisPoints }) as DiscountValue }
}

/** The same for a row, or for the JSON of `discounts.json()`. */
export function fromDiscountRow(row: StoredRow): Discount {
  return fromStored(discounts.fromRow(row))
}

function toStored({ value, ...shared }: Discount): StoredDiscount {
  return { ...shared, type: value.type, ...toStoredValue(value) }
}

/** Inserts a discount within the limit. */
export function insertDiscount(tx: Tx, platform: Pick<Platform, 'settings'>, discount: Discount): Promise<void> {
  return withinLimit(platform, { limit: discountLimit, owner: discount.organizationId }, (organization_id) =>
    refusingTakenCode(() => discounts.insert(tx, toStored(discount), { organization_id })),
  )
}

/** Saves a discount whose row is locked, with a `newCode` or the one it had. Its redemptions are counted by `redeem` and `release` alone. */
export function saveDiscount(tx: Tx, discount: Discount, { newCode }: { readonly newCode: boolean }): Promise<void> {
  const stored = toStored(discount)
  return newCode ? refusingTakenCode(() => discounts.saveAndWait(tx, stored)) : discounts.save(tx, stored)
}

// Another request may have taken the code since it was looked up.
async function refusingTakenCode(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (isUniqueBreach(error, 'discounts_code')) refuseProblems([takenCode])
    throw error
  }
}

/** Locks a discount of one of the organizations. */
export async function lockDiscount(tx: Tx, tenants: readonly string[], id: string): Promise<Discount | undefined> {
  const stored = await discounts.lock(tx, tenants, id)
  return stored && fromStored(stored)
}

/** A discount of an organization by its id. */
export async function findDiscount(db: Database, organizationId: string, id: string): Promise<Discount | undefined> {
  const stored = await discounts.find(db, [organizationId], id)
  return stored && fromStored(stored)
}

/** The rows of an organization's discounts with this code, without regard to case. */
export const withCode = (organizationId: string, code: string): RawBuilder<unknown> =>
  sql`where organization_id = ${organizationId} and lower(code) = lower(${code}) and deleted_at is null`

/** The discount of an organization with this code, without regard to case. */
export async function findDiscountByCode(db: Database, organizationId: string, code: string): Promise<Discount | undefined> {
  const [stored] = await discounts.select(db, withCode(organizationId, code))
  return stored && fromStored(stored)
}

/** A purchase that redeems a discount. */
export interface Redemption {
  readonly organizationId: string
  readonly checkoutId: string
  readonly discountId: string
  readonly now: Date
}

/** Counts a redemption, once for each checkout. The caller has locked the discount's row and decided. */
export async function insertRedemption(tx: Tx, { organizationId, checkoutId, discountId, now }: Redemption): Promise<void> {
  await sql`
    with redeemed as (
      insert into discount_redemptions (organization_id, checkout_id, discount_id, redeemed_at)
      values (${organizationId}, ${checkoutId}, ${discountId}, ${now}) on conflict do nothing returning discount_id)
    update discounts set redemptions_count = redemptions_count + 1
    from redeemed where discounts.organization_id = ${organizationId} and discounts.id = redeemed.discount_id`.execute(tx)
}

/** Takes the redemption of a checkout back; without one nothing changes. */
export async function deleteRedemption(
  tx: Tx,
  { organizationId, checkoutId }: Pick<Redemption, 'organizationId' | 'checkoutId'>,
): Promise<void> {
  await sql`
    with released as (
      delete from discount_redemptions where organization_id = ${organizationId} and checkout_id = ${checkoutId} returning discount_id)
    update discounts set redemptions_count = redemptions_count - 1
    from released where discounts.organization_id = ${organizationId} and discounts.id = released.discount_id`.execute(tx)
}

/** Whether a checkout has redeemed its discount. */
export async function hasRedeemed(
  tx: Tx,
  { organizationId, checkoutId }: Pick<Redemption, 'organizationId' | 'checkoutId'>,
): Promise<boolean> {
  const { rows } =
    await sql`select from discount_redemptions where organization_id = ${organizationId} and checkout_id = ${checkoutId}`.execute(tx)
  return rows.length > 0
}

/** A running subscription that redeems a discount. */
export interface SubscriptionRedemption {
  readonly organizationId: string
  readonly subscriptionId: string
  /** The checkout that it was bought in. */
  readonly checkoutId: string | null
  readonly discountId: string
  readonly now: Date
}

/** Whether a subscription, or the checkout that it was bought in, has redeemed this discount. */
export async function hasSubscriptionRedeemed(tx: Tx, redemption: Omit<SubscriptionRedemption, 'now'>): Promise<boolean> {
  const { organizationId, subscriptionId, checkoutId, discountId } = redemption
  const { rows } = await sql`
    select from subscription_redemptions
    where organization_id = ${organizationId} and subscription_id = ${subscriptionId} and discount_id = ${discountId}
    union all
    select from discount_redemptions
    where organization_id = ${organizationId} and checkout_id = ${checkoutId}::uuid and discount_id = ${discountId}`.execute(tx)
  return rows.length > 0
}

/** Counts the redemption of a subscription, once for each discount. The caller has locked the discount's row and decided. */
export async function insertSubscriptionRedemption(tx: Tx, redemption: SubscriptionRedemption): Promise<void> {
  const { organizationId, subscriptionId, discountId, now } = redemption
  await sql`
    with redeemed as (
      insert into subscription_redemptions (organization_id, subscription_id, discount_id, redeemed_at)
      values (${organizationId}, ${subscriptionId}, ${discountId}, ${now}) on conflict do nothing returning discount_id)
    update discounts set redemptions_count = redemptions_count + 1
    from redeemed where discounts.organization_id = ${organizationId} and discounts.id = redeemed.discount_id`.execute(tx)
}
