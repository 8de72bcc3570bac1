import { sql } from 'kysely'
import { refuseProblems } from '#kernel/refusal.ts'
import { type Database, isUniqueBreach, type Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { type StoredRow, table } from '#platform/resource/table.ts'
import { type CustomField, customFieldColumns } from './model.ts'
import { slugProblems } from './rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    custom_fields: Row<typeof customFieldColumns>
  }
}

/** The rows of custom fields. */
export const customFields = table('custom_fields', customFieldColumns, { isCounted: true })

const customFieldLimit: ResourceLimit = { setting: 'CUSTOM_FIELD_LIMIT', table: 'custom_fields', isCounted: true, things: 'custom fields' }

/** Inserts a field within the limit. */
export function insertCustomField(tx: Tx, platform: Pick<Platform, 'settings'>, field: CustomField): Promise<void> {
  return withinLimit(platform, { limit: customFieldLimit, owner: field.organizationId }, (organization_id) =>
    refusingTakenSlug(() => customFields.insert(tx, field, { organization_id })),
  )
}

/** Saves a field whose row is locked. */
export function saveCustomField(tx: Tx, field: CustomField): Promise<void> {
  return refusingTakenSlug(() => customFields.saveAndWait(tx, field))
}

// Another request may have taken the slug since it was looked up.
async function refusingTakenSlug(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (isUniqueBreach(error, 'custom_fields_slug_key')) refuseProblems(slugProblems({ isSlugTaken: true }))
    throw error
  }
}

/** Deletes a field and returns it; its products lose it. Undefined when none of the organizations has it. */
export async function deleteField(tx: Tx, tenants: readonly string[], id: string): Promise<CustomField | undefined> {
  const { rows } = await sql<StoredRow>`delete from custom_fields
    where organization_id = ${anyOf(tenants)} and id = ${id} returning ${customFields.selection()}`.execute(tx)
  return rows[0] && customFields.fromRow(rows[0])
}

/** Whether another field of the organization than the one with `id` has the slug. */
export async function isSlugTaken(
  db: Database,
  organizationId: string,
  { slug, id }: { readonly slug: string; readonly id: string | null },
): Promise<boolean> {
  const { rows } = await sql`select from custom_fields
    where organization_id = ${organizationId} and slug = ${slug} and id is distinct from ${id}::uuid`.execute(db)
  return rows.length > 0
}

/** The fields of these ids that the organization has, by their ids. */
export async function findCustomFields(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CustomField>> {
  if (ids.length === 0) return new Map()
  const found = await customFields.select(db, sql`where organization_id = ${organizationId} and id = ${anyOf([...ids])}`)
  return new Map(found.map((field) => [field.id, field]))
}

/** The slugs of all fields of these organizations, in alphabetic order, each once. */
export async function listCustomFieldSlugs(db: Database, organizationIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select distinct slug from custom_fields where organization_id = ${anyOf([...organizationIds])} order by slug`.execute(db)
  return rows.map(({ slug }) => slug)
}
