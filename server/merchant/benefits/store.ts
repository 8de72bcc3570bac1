import { sql } from 'kysely'
import { findMeterNames } from '#merchant/meters/index.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { table } from '#platform/resource/table.ts'
import type { NamedIds, NamedThings } from './kinds/index.ts'
import { type Benefit, benefitColumns, type StoredBenefit } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    benefits: Row<typeof benefitColumns>
  }
}

/** The rows of benefits; deleted ones are kept. */
export const benefits = table('benefits', benefitColumns, { existing: sql<boolean>`benefits.deleted_at is null` })

const benefitLimit: ResourceLimit = {
  setting: 'BENEFIT_LIMIT',
  table: 'benefits',
  counted: 'deleted_at is null',
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

/** Those of the named things that the organization has; nothing is read where nothing is named. */
export async function findNamed(db: Database, organizationId: string, { meters }: NamedIds): Promise<NamedThings> {
  return { meters: new Set((await findMeterNames(db, organizationId, meters)).keys()) }
}
