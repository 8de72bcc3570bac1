import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database } from './database.ts'

/** One page of a list, and the number of all entries. */
export interface ListResult<Entry> {
  readonly items: readonly Entry[]
  readonly total: number
}

/** A page of a list as the parts of its statement. Every row has an `id`. */
export interface PageStatement {
  /** A common table that `from` reads, such as `names as materialized (select …)`. */
  readonly common?: RawBuilder<unknown>
  /** The columns, with commas. */
  readonly selection: RawBuilder<unknown>
  /** The tables with their joins. */
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  /** As by `orderBy`. */
  readonly orderBy: RawBuilder<unknown>
  readonly page: Page
  /** The columns of the key of a row, with commas: the rows before a later page are then passed over by their keys alone. */
  readonly key?: RawBuilder<unknown>
  /** The number of all entries, where it is known without reading them. */
  readonly total?: RawBuilder<number> | undefined
  /** The number up to which entries are counted, where there may be more than a request can read. */
  readonly countMaximum?: number | undefined
  /** One further value over all entries, beside their number. */
  readonly summary?: RawBuilder<unknown> | undefined
}

/**
 * Reads a page and the number of all entries (at most `countMaximum`) in one statement; beyond the last page there are no rows and the number
 * is still right.
 */
export async function readPage<Row extends { readonly id: string }>(
  db: Database,
  { common, selection, from, where, orderBy, page, key, total, countMaximum, summary }: PageStatement,
): Promise<{ readonly rows: Row[]; readonly total: number; readonly summary: unknown }> {
  const matches =
    countMaximum === undefined ? sql`${from} where ${where}` : sql`(select 1 from ${from} where ${where} limit ${countMaximum}) as matches`
  const counted = total ? sql`select ${total} as total_count` : sql`select count(*) as total_count from ${matches}`
  const pages = sql`order by ${orderBy} limit ${page.limit} offset ${page.offset}`
  // PostgreSQL computes the whole selection of a row that it then passes over.
  const listed =
    key && page.offset > 0
      ? sql`(${key}) in (select ${key} from ${from} where ${where} ${pages}) order by ${orderBy}`
      : sql`${where} ${pages}`
  const { rows } = await sql<Row & { readonly total_count: number; readonly summary?: unknown }>`
    ${common ? sql`with ${common} ` : sql``}select ${summary ? sql`${summary} as summary, ` : sql``}counted.total_count, listed.* from (${counted}) as counted
    left join lateral (
      select ${selection} from ${from} where ${listed}
    ) as listed on true`.execute(db)
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total_count ?? 0, summary: rows[0]?.summary }
}

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
    select 1 from jsonb_array_elements(${JSON.stringify(filters)}::jsonb) as metadata_filter
    where not coalesce(metadata_filter -> 'values' ? (${column} ->> (metadata_filter ->> 'key')), false))`
}
