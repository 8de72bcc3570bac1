import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database } from './database.ts'

/** The type of a select over any tables. */
// biome-ignore lint/suspicious/noExplicitAny: a select over any tables that a store joins
type Select<Row> = SelectQueryBuilder<any, any, Row>

/** A list as two selects over the same rows: their number, and the rows of the page in order. */
export interface List<Row extends { id: string }> {
  /** Selects the one column `total`, as by `countedAs`. */
  readonly count: Select<{ total: number }>
  /** Selects and orders the rows; `readList` adds the limit of the page. */
  readonly rows: Select<Row>
  readonly page: Page
}

/** One page of a list, and the number of all entries. */
export interface ListResult<Entry> {
  readonly items: readonly Entry[]
  readonly total: number
}

/** Reads a page and the number of all entries in one statement; beyond the last page the items are empty and the number is still right. */
export async function readList<Row extends { id: string }, Entry>(
  db: Database,
  list: List<Row>,
  entryOf: (row: Row) => Entry,
): Promise<ListResult<Entry>> {
  const rows = list.rows.limit(list.page.limit).offset(list.page.offset)
  const answer = await sql<Row & { total: number }>`
    select counted.total, listed.* from ${list.count} as counted left join lateral ${rows} as listed on true`.execute(db)
  return { items: answer.rows.filter((row) => row.id !== null).map(entryOf), total: answer.rows[0]?.total ?? 0 }
}

/** The column that `List.count` selects. */
export const totalCount = sql<number>`count(*)`.as('total')

/** `= any(…)`: one statement for lists of every length. */
export function anyOf<Value>(values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`any(${values})`
}

/** The `ilike` pattern for "contains this text"; wildcards in the text are escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** One sort key of a list, by its wire name. */
interface SortKey<Property extends string> {
  readonly property: Property
  readonly isDescending: boolean
}

/**
 * The `order by` expressions: the expression of each property, and `id` last in the direction of the first, so that pages never
 * overlap. Nulls come last ascending and first descending.
 */
export function orderBy<Property extends string>(
  sorting: readonly SortKey<Property>[],
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

/** Whether a jsonb column of metadata matches every filter; values are compared as text. */
export function matchesMetadata(column: RawBuilder<unknown>, filters: readonly MetadataFilter[]): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from jsonb_array_elements(${JSON.stringify(filters)}::jsonb) as filter
    where not coalesce(filter -> 'values' ? (${column} ->> (filter ->> 'key')), false))`
}
