import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database } from './database.ts'

/** The shape that any select of any tables fits; lists read them without knowing their tables. */
// biome-ignore lint/suspicious/noExplicitAny: a select of whichever tables a store joins
type Select<Row> = SelectQueryBuilder<any, any, Row>

/** A list as two selects over the same rows: how many there are, and those of the page in their order. */
export interface List<Row extends { id: string }> {
  /** Selects the one column `total`, as by `countedAs`. */
  readonly count: Select<{ total: number }>
  /** Selects and orders the rows; the page's limit is put on by `readList`. */
  readonly rows: Select<Row>
  readonly page: Page
}

/** One page of a list, and how many entries there are in all. */
export interface Listed<Entry> {
  readonly items: readonly Entry[]
  readonly total: number
}

/** Reads a page and the number of all entries in one statement; a page beyond the end is empty and the number is right. */
export async function readList<Row extends { id: string }, Entry>(
  db: Database,
  list: List<Row>,
  entryOf: (row: Row) => Entry,
): Promise<Listed<Entry>> {
  const rows = list.rows.limit(list.page.limit).offset(list.page.offset)
  const answer = await sql<Row & { total: number }>`
    select counted.total, listed.* from ${list.count} as counted left join lateral ${rows} as listed on true`.execute(db)
  return { items: answer.rows.filter((row) => row.id !== null).map(entryOf), total: answer.rows[0]?.total ?? 0 }
}

/** The column that `List.count` selects. */
export const countedAs = sql<number>`count(*)`.as('total')

/** `= any(…)`: one statement for lists of every length. */
export function anyOf<Value>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`any(${values})`
}

/** The pattern of `ilike` for "contains this text": what the caller typed has no wildcards. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** One order of a list, by the name that the wire has for it. */
interface Order<Property extends string> {
  readonly property: Property
  readonly isDescending: boolean
}

/**
 * What to order by: each property's expression from the list that the store allows, and `id` last, in the direction of the
 * first, so that pages never overlap. Empty values come last going up and first going down.
 */
export function orderedBy<Property extends string>(
  sorting: readonly Order<Property>[],
  expressions: Readonly<Record<Property, RawBuilder<unknown>>>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const orders = sorting.map(({ property, isDescending }) => ({ by: expressions[property], isDescending }))
  const last = { by: id, isDescending: sorting[0]?.isDescending ?? true }
  return sql.join([...orders, last].map(({ by, isDescending }) => (isDescending ? sql`${by} desc` : sql`${by} asc`)))
}

/** One key of a metadata filter; its values are alternatives. */
interface MetadataFilter {
  readonly key: string
  readonly values: readonly string[]
}

/** Whether a jsonb column of metadata fits every filter; values are compared as text. */
export function metadataFits(column: RawBuilder<unknown>, filters: readonly MetadataFilter[]): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from jsonb_array_elements(${JSON.stringify(filters)}::jsonb) as filter
    where not coalesce(filter -> 'values' ? (${column} ->> (filter ->> 'key')), false))`
}
