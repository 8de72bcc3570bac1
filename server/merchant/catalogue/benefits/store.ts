import { type RawBuilder, sql } from 'kysely'
import { findUploaded } from '#merchant/catalogue/files/index.ts'
import { findMeterNames } from '#merchant/catalogue/meters/index.ts'
import { GUILD_SEAL } from '#merchant/linked-accounts/index.ts'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { type StoredRow, table } from '#platform/resource/table.ts'
import type { NamedIds, NamedThings, OutsideThing } from './kinds/index.ts'
import { type Benefit, benefitColumns, type StoredBenefit } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    benefits: Row<typeof benefitColumns>
    product_benefits: ProductBenefitsTable
  }
}

/** The benefits of products, in their order. */
interface ProductBenefitsTable {
  organization_id: string
  product_id: string
  position: number
  benefit_id: string
}

/** The rows of benefits; deleted ones are kept. */
export const benefits = table('benefits', benefitColumns, { isCounted: true, existing: sql<boolean>`benefits.deleted_at is null` })

declareSealed(GUILD_SEAL, {
  table: 'benefits',
  column: 'properties',
  path: ['guild_token'],
  where: sql<boolean>`target.type = 'discord'`,
})

const benefitLimit: ResourceLimit = {
  setting: 'BENEFIT_LIMIT',
  table: 'benefits',
  isCounted: true,
  things: 'benefits',
}

/** The benefit of a stored one. */
export const fromStored = (stored: StoredBenefit): Benefit => stored as Benefit

/** Inserts a benefit within the limit. */
export function insertBenefit(tx: Tx, platform: Pick<Platform, 'settings'>, benefit: Benefit): Promise<void> {
  return withinLimit(platform, { limit: benefitLimit, owner: benefit.organizationId }, (organization_id) =>
    benefits.insert(tx, benefit, { organization_id }),
  )
}

/** Saves a benefit whose row is locked. */
export function saveBenefit(tx: Tx, benefit: Benefit): Promise<void> {
  return benefits.save(tx, benefit)
}

/** Locks a benefit of one of the organizations. */
export async function lockBenefit(tx: Tx, tenants: readonly string[], id: string): Promise<Benefit | undefined> {
  const stored = await benefits.lock(tx, tenants, id)
  return stored && fromStored(stored)
}

/** The benefits of these ids that the organization has, by their ids; nothing is read where there are none. */
export async function findBenefits(db: Database, organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Benefit>> {
  if (ids.length === 0) return new Map()
  const tail = sql`where organization_id = ${organizationId} and id = ${anyOf([...ids])} and deleted_at is null`
  return new Map((await benefits.select(db, tail)).map((stored) => [stored.id, fromStored(stored)]))
}

/** The benefits of these ids that the organization has or had, by their ids. */
export async function findBenefitsOf(db: Database, organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Benefit>> {
  if (ids.length === 0) return new Map()
  const tail = sql`where organization_id = ${organizationId} and id = ${anyOf([...ids])}`
  return new Map((await benefits.select(db, tail)).map((stored) => [stored.id, fromStored(stored)]))
}

/** The named things, and the answers of other services about their part of them. */
export interface NamedQuery {
  readonly ids: NamedIds
  readonly outside: OutsideThing
}

/** Those of the named things that the organization has; nothing is read where nothing is named. */
export async function findNamed(
  db: Database,
  organizationId: string,
  { ids: { meters, files }, outside }: NamedQuery,
): Promise<NamedThings> {
  const known = await findMeterNames(db, organizationId, meters)
  const uploaded = await findUploaded(db, organizationId, { ids: files, service: 'downloadable' })
  return { meters: new Set(known.keys()), files: new Set(uploaded.keys()), outside }
}

/** A product, as far as its benefits need it. */
interface ProductKey {
  readonly organizationId: string
  readonly id: string
}

/** The benefits of the joined table `products` as JSON, in their order; `fromBenefitRows` reads it. */
export const benefitsOfProductJson = jsonOf({})

/** The same for buyers: the properties and the metadata are empty. */
export const publicBenefitsOfProductJson = jsonOf({ properties: sql`'{}'::jsonb`, metadata: sql`'{}'::jsonb` })

// A benefit that was deleted while it was added is not one of the product.
function jsonOf(replaced: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<StoredRow[]> {
  return sql<StoredRow[]>`(
    select coalesce(json_agg(${benefits.json('benefit', replaced)} order by attached.position), '[]')
    from product_benefits as attached
    inner join benefits as benefit on benefit.organization_id = attached.organization_id and benefit.id = attached.benefit_id
    where attached.organization_id = products.organization_id and attached.product_id = products.id and benefit.deleted_at is null)`
}

/** Maps the JSON of `benefitsOfProductJson` to the benefits. */
export function fromBenefitRows(rows: readonly StoredRow[]): Benefit[] {
  return rows.map((row) => fromStored(benefits.fromRow(row)))
}

/** Whether the joined table `products` has one of the benefits. */
export function hasBenefit(ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select from product_benefits as attached
    where attached.organization_id = products.organization_id and attached.product_id = products.id
      and attached.benefit_id = any(${ids}::uuid[]))`
}

/**
 * Whether the benefit that a row of the joined table names by `benefit_id` offers the file that it names by `file_id`: the benefit is not
 * deleted, has the file, and has not archived it.
 */
export function offersFile(tableName: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${tableName}.${name}`)
  const file = sql`${column('file_id')}::text`
  return sql<boolean>`exists (select from benefits as offer
    where offer.organization_id = ${column('organization_id')} and offer.id = ${column('benefit_id')} and offer.deleted_at is null
      and offer.properties -> 'files' ? ${file} and coalesce(offer.properties -> 'archived' ->> ${file}, 'false') <> 'true')`
}

/** Replaces the benefits of a product whose row is locked. */
export async function replaceProductBenefits(tx: Tx, { organizationId, id }: ProductKey, next: readonly Benefit[]): Promise<void> {
  await tx.deleteFrom('product_benefits').where('organization_id', '=', organizationId).where('product_id', '=', id).execute()
  if (next.length === 0) return
  const rows = next.map((benefit, position) => ({
    organization_id: organizationId,
    product_id: id,
    position,
    benefit_id: benefit.id,
  }))
  await tx.insertInto('product_benefits').values(rows).execute()
}

/** Takes a deleted benefit from its products. */
export async function takeFromProducts(tx: Tx, { organizationId, id }: Benefit): Promise<void> {
  await tx.deleteFrom('product_benefits').where('organization_id', '=', organizationId).where('benefit_id', '=', id).execute()
}
