// A list of a resource, declared once: its query parameters, its statement and its pages follow.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Page, pageOf } from '#kernel/page.ts'
import type { Database } from '../database/database.ts'
import { anyOf, type ListResult, orderBy, readPage } from '../database/list.ts'
import { organizationFilter, pageQuery, type Sorting, sorting } from '../http/wire-parts.ts'
import type { Platform } from '../platform.ts'
import type { Columns, Model } from './columns.ts'
import { type Embeddeds, embeddedColumns, type SealingDeps, type Values } from './embedded.ts'
import { exportParameters } from './exports/format.ts'
import { type Expression, expressionOf, type Filter, type FilterContext } from './filters.ts'
import { rowCount } from './row-counts.ts'
import { type Summary, summaryOf, summaryParameter } from './summary.ts'
import type { StoredRow, Table } from './table.ts'

/** Rows that an export reads in one statement: a merchant may have made each of them 300 KiB large. */
const BATCH = 100

/** The order of a list: by what the caller chooses, or always newest first by one column, whose qualified name is given. */
type Order<S extends string> =
  | {
      readonly sorting: Readonly<Record<S, Expression>>
      readonly defaultSorting: NoInfer<S> | `-${NoInfer<S>}`
    }
  | { readonly newestFirst: string }

/** The parts of a list. Names of filters and sorts are the wire's. */
export type ListDeclaration<C extends Columns, E extends Embeddeds, S extends string, Item> = Order<S> & {
  /** The values that each row brings along from other tables. */
  readonly with?: E
  /** The filters besides `organization_id`, which every list has. */
  readonly filters?: Readonly<Record<string, Filter>>
  /** The columns that `?summary=true` adds up. */
  readonly summary?: Summary
  /** The number up to which matches are counted, of a table that is too long to count them all: a higher total is given as this. */
  readonly countMaximum?: number
  /** The item of a row, where that is not the model with what it brings along. */
  readonly item?: (row: Model<C> & Values<E>, context: ItemContext) => Item
}

/** The context that the items of a list may depend on; `clickhouse` where some of them were moved there. */
export type ItemContext = FilterContext & SealingDeps & Partial<Pick<Platform, 'clickhouse'>>

/** The parsed query of a list. */
export type ListQuery = Readonly<Record<string, unknown>> & {
  readonly organization_id?: readonly string[] | undefined
  readonly sorting?: readonly Sorting<string>[] | undefined
  readonly page?: number | undefined
  readonly limit?: number | undefined
  readonly summary?: boolean | undefined
}

/** A page of a list as it was read. */
export interface ListedPage<Item> extends ListResult<Item> {
  readonly page: Page
  /** By `summaryField`, where the query asks for it. */
  readonly summary?: unknown
}

/** The items that a page shows: those of these organizations that match the query. */
export interface ListRequest {
  readonly organizationIds: readonly string[]
  readonly query: ListQuery
}

/** All items that match a query. */
export interface MatchingItems<Item> {
  readonly count: number
  /** In the order of the list, some hundreds at a time. */
  readonly batches: AsyncIterable<readonly Item[]>
}

/** One item of one of the organizations. */
export interface ItemKey {
  readonly tenants: readonly string[]
  readonly id: string
}

/** A list of a resource, ready to be mounted. */
export interface ResourceList<Item> {
  readonly query: z.ZodType<ListQuery>
  /** The same without pages and summary, and with the format of an export. */
  readonly exportQuery: z.ZodType<ListQuery>
  readonly summary: Summary | undefined
  /** The number up to which the matches of a filter are counted; undefined where all are. */
  readonly countMaximum: number | undefined
  /** A page of the items of these organizations and how many there are, in one round trip. */
  read(db: Database, request: ListRequest, context: ItemContext): Promise<ListedPage<Item>>
  /** One item of these organizations, in one round trip. */
  find(db: Database, key: ItemKey, context: ItemContext): Promise<Item | undefined>
  /**
   * All items that match, in the order of the list, some hundreds at a time: as fast as they are taken. One statement says which these
   * are; an item that is deleted meanwhile is left out. Undefined where more than `limit` match.
   */
  readAll(db: Database, request: ListRequest & { readonly limit: number }, context: ItemContext): Promise<MatchingItems<Item> | undefined>
  /** The items that `tail` (`where … order by …`) selects, in one round trip. `tail` says of which organization. */
  select(db: Database, tail: RawBuilder<unknown>, context: ItemContext): Promise<Item[]>
}

/** Declares the list of a resource. */
export function list<
  C extends Columns,
  S extends string,
  const E extends Embeddeds = Readonly<Record<never, never>>,
  Item = Model<C> & Values<E>,
>(table: Table<C>, declared: ListDeclaration<C, E, S, Item>): ResourceList<Item> {
  const embedded = embeddedColumns(declared.with ?? ({} as E))
  const filters = Object.entries(declared.filters ?? {})
  const order = orderOf(declared)
  const from = sql.join([sql.table(table.name), ...embedded.joins], sql` `)
  const selection = sql.join([table.selection(), ...embedded.columns])
  const ref = (column: string) => sql.ref(`${table.name}.${column}`)
  const itemOf = (row: StoredRow, context: ItemContext): Item => {
    const item = { ...table.fromRow(row), ...embedded.read(row, context) }
    return declared.item ? declared.item(item, context) : (item as Item)
  }
  const key = sql.join([ref('organization_id'), ref('id')])
  const conditionsOf = conditions(table, filters)
  const countOf = knownCounts(table, filters)
  const select: ResourceList<Item>['select'] = async (db, tail, context) => {
    const { rows } = await sql<StoredRow>`select ${selection} from ${from} ${tail}`.execute(db)
    return rows.map((row) => itemOf(row, context))
  }
  const byOf = (query: ListQuery, context: FilterContext) =>
    orderBy(query.sorting ?? order.fallback, order.expressionsAt(context), ref('id'))
  return {
    query: querySchema(filters, { ...pageQuery, ...(declared.summary && summaryParameter), ...order.parameter }),
    exportQuery: querySchema(filters, { ...order.parameter, ...exportParameters }),
    summary: declared.summary,
    countMaximum: declared.countMaximum,
    read: async (db, { organizationIds, query }, context) => {
      const page = pageOf(query)
      const where = conditionsOf(organizationIds, query, context)
      const summary = declared.summary && query.summary ? summaryOf(declared.summary, { from, where }) : undefined
      const counts = { total: countOf(organizationIds, query, context), countMaximum: declared.countMaximum }
      const statement = { selection, from, where, orderBy: byOf(query, context), page, key, ...counts, summary }
      const { rows, total, ...more } = await readPage<StoredRow & { id: string }>(db, statement)
      return { items: rows.map((row) => itemOf(row, context)), total, page, ...(summary && { summary: more.summary }) }
    },
    readAll: async (db, { organizationIds, query, limit }, context) => {
      const where = conditionsOf(organizationIds, query, context)
      const { rows } = await sql<{ id: string }>`
        select ${ref('id')} from ${from} where ${where} order by ${byOf(query, context)} limit ${limit + 1}`.execute(db)
      if (rows.length > limit) return undefined
      const ids = rows.map(({ id }) => id)
      const batches = batchesOf(ids, async (batch) => {
        const listed = sql`${ref('organization_id')} = ${anyOf(organizationIds)} and ${ref('id')} = ${anyOf(batch)}`
        return select(db, sql`where ${listed} order by array_position(${batch}::uuid[], ${ref('id')})`, context)
      })
      return { count: ids.length, batches }
    },
    find: async (db, { tenants, id }, context) => {
      const where = conditionsOf(tenants, {}, context)
      return (await select(db, sql`where ${where} and ${ref('id')} = ${id}`, context))[0]
    },
    select,
  }
}

type NamedFilters = readonly (readonly [name: string, filter: Filter])[]

function querySchema(filters: NamedFilters, further: Readonly<Record<string, z.ZodType>>): z.ZodType<ListQuery> {
  const ofFilters = Object.fromEntries(filters.map(([name, { schema }]) => [name, schema]))
  return z.object({ organization_id: organizationFilter, ...ofFilters, ...further }) as unknown as z.ZodType<ListQuery>
}

// Of one organization the index also gives the order of its rows, which it does not behind `any`.
function isOf(column: RawBuilder<unknown>, organizationIds: readonly string[]): RawBuilder<unknown> {
  const [only, second] = organizationIds
  return only !== undefined && second === undefined ? sql`${column} = ${only}::uuid` : sql`${column} = ${anyOf(organizationIds)}`
}

function conditions<C extends Columns>({ name: tableName, existing }: Table<C>, filters: NamedFilters) {
  return (organizationIds: readonly string[], query: ListQuery, context: FilterContext): RawBuilder<unknown> =>
    sql.join(
      [
        isOf(sql.ref(`${tableName}.organization_id`), organizationIds),
        ...(existing ? [existing] : []),
        ...filterConditions(filters, query, { ...context, organizationIds }),
      ],
      sql` and `,
    )
}

/** The number of entries where no filter has a condition and the rows are already counted. */
function knownCounts<C extends Columns>(table: Table<C>, filters: NamedFilters) {
  return (organizationIds: readonly string[], query: ListQuery, context: FilterContext): RawBuilder<number> | undefined => {
    if (!table.isCounted || filterConditions(filters, query, { ...context, organizationIds }).length > 0) return undefined
    return rowCount(table.name, isOf(sql.ref('row_counts.organization_id'), organizationIds))
  }
}

function filterConditions(filters: NamedFilters, query: ListQuery, context: Parameters<Filter['condition']>[1]): RawBuilder<unknown>[] {
  return filters.flatMap(([name, each]) => each.condition(query[name] as never, context) ?? [])
}

async function* batchesOf<Item>(ids: readonly string[], read: (batch: string[]) => Promise<Item[]>): AsyncGenerator<readonly Item[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield await read(ids.slice(at, at + BATCH))
}

function orderOf<S extends string>(declared: Order<S>) {
  if ('newestFirst' in declared) {
    const expressions = { newest: sql.ref(declared.newestFirst) }
    return { parameter: {}, fallback: [{ property: 'newest', isDescending: true }], expressionsAt: () => expressions }
  }
  const names = Object.keys(declared.sorting) as S[]
  return {
    parameter: { sorting: sorting(names, declared.defaultSorting) },
    fallback: [],
    expressionsAt: (context: FilterContext) =>
      Object.fromEntries(names.map((name) => [name, expressionOf(declared.sorting[name], context)])),
  }
}
