// A list of /api/auth, declared once: parameters in camelCase, pages by a cursor or by an offset. A list of /v1 is a `list`.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { id, integerText } from '../http/wire-parts.ts'
import type { Columns, Model } from './columns.ts'
import { type Embeddeds, embeddedColumns, type Values } from './embedded.ts'
import { type Expression, expressionOf, type Filter, type FilterContext, type FilterGroup } from './filters.ts'
import type { ItemContext } from './list.ts'
import type { Rows, StoredRow } from './table.ts'

/** The page size: its maximum, and its default. */
const LIMIT_MAXIMUM = 100
const LIMIT_DEFAULT = 50
/** The characters of the items of one page by cursor, as JSON: a page ends before, but has one item. */
const PAGE_CHARACTERS = 1024 * 1024

/** The parts of both kinds of lists. Names of filters are the wire's. */
interface Declaration<C extends Columns, E extends Embeddeds, Item> {
  /** The values that each row brings along from other tables. */
  readonly with?: E
  readonly filters?: Readonly<Record<string, Filter>>
  /** The filters of several parameters. */
  readonly groups?: readonly FilterGroup[]
  /** Holds for every listed item. */
  readonly always?: (context: FilterContext) => RawBuilder<boolean>
  /** The item of a row, where that is not the model with what it brings along. */
  readonly item?: (row: Model<C> & Values<E>) => Item
}

/** A list that is always newest first. */
export interface CursorDeclaration<C extends Columns, E extends Embeddeds, Item> extends Declaration<C, E, Item> {
  /** The qualified name of the column of the time. Without it, ids follow the time: UUIDs of version 7. */
  readonly newestFirst?: string
}

/** A list that the caller sorts, or that has one order. */
export interface OffsetDeclaration<C extends Columns, E extends Embeddeds, S extends string, Item> extends Declaration<C, E, Item> {
  /** The expressions by which callers sort, or of the one order. */
  readonly sorting: Readonly<Record<S, Expression>>
  readonly defaultSorting: NoInfer<S>
  /** The one order: no parameters, and ids in the same direction. */
  readonly fixed?: 'asc' | 'desc'
  /** The schemas of `limit` and `offset`, and the size of a page without `limit`; a higher `limit` is capped at 100. */
  readonly page?: { readonly shape: z.ZodRawShape; readonly limit: number }
}

/** The parsed query of a list. */
export type AuthListQuery = Readonly<Record<string, unknown>> & {
  readonly limit?: number | undefined
  readonly before?: string | undefined
  readonly offset?: number | undefined
  readonly sortBy?: string | undefined
  readonly sortDirection?: 'asc' | 'desc' | undefined
}

/** The items that a page shows. */
export interface AuthListRequest {
  readonly query: AuthListQuery
  /** A further condition: the organization whose items are listed. */
  readonly where?: RawBuilder<unknown>
  /** A select of one row about the reader, such as their membership; without a row there is no page. */
  readonly reader?: RawBuilder<unknown>
}

/** A page as it was read; `reader` is the row about the reader. */
export interface AuthListPage<Item> {
  readonly items: readonly Item[]
  readonly reader: Readonly<Record<string, unknown>>
}

/** A list by cursor, ready to be mounted: `cursorRead`. */
export interface CursorList<Item> {
  readonly query: z.ZodType<AuthListQuery>
  /** The same without pages. */
  readonly exportQuery: z.ZodType<AuthListQuery>
  /** A page in one round trip; undefined where the reader has no row. `nextBefore` is the cursor of the next page. */
  read(db: Database, request: AuthListRequest, context: ItemContext): Promise<(AuthListPage<Item> & NextPage) | undefined>
}

interface NextPage {
  readonly nextBefore: string | null
}

/** A list by offset. */
export interface OffsetList<Item> {
  readonly query: z.ZodType<AuthListQuery>
  /** A page and the number of all items, in one round trip; undefined where the reader has no row. */
  read(db: Database, request: AuthListRequest, context: ItemContext): Promise<(AuthListPage<Item> & { readonly total: number }) | undefined>
}

/** The parameters of a cursor. */
const cursorShape = {
  limit: integerText(1, LIMIT_MAXIMUM).optional().meta({ default: LIMIT_DEFAULT }),
  before: id.optional().meta({ description: 'The `nextBefore` of the previous page: only earlier items.' }),
}

/**
 * Declares a list that is newest first. A page of large items has fewer than its limit. A cursor of an item that the reader may not see returns
 * an empty page.
 */
export function cursorList<
  C extends Columns,
  const E extends Embeddeds = Readonly<Record<never, never>>,
  Item extends { readonly id: string } = Model<C> & Values<E> & { readonly id: string },
>(rows: Rows<C>, declared: CursorDeclaration<C, E, Item>): CursorList<Item> {
  const statement = statementOf(rows, declared)
  const { newestFirst } = declared
  const ref = sql.ref(`${rows.name}.id`)
  const order = newestFirst === undefined ? sql`${ref} desc` : sql`${sql.ref(newestFirst)} desc, ${ref} desc`
  const isEarlier = (before: string, where: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => {
    if (newestFirst === undefined) return sql`${ref} < ${before}::uuid`
    const edge = sql`(select ${sql.ref(newestFirst)} from ${sql.table(rows.name)} where ${ref} = ${before}::uuid and ${where})`
    return sql`(${sql.ref(newestFirst)}, ${ref}) < (${edge}, ${before}::uuid)`
  }
  return {
    query: querySchema(declared, cursorShape),
    exportQuery: querySchema(declared, {}),
    read: async (db, request, context) => {
      const { limit = LIMIT_DEFAULT, before } = request.query
      const conditions = before === undefined ? [] : [isEarlier(before, request.where)]
      // One item more than the page shows whether there is another page.
      const read = await statement(db, { request, context, conditions, order, limit: limit + 1 })
      if (!read) return undefined
      const items = fitting(read.items.slice(0, limit))
      return { ...read, items, nextBefore: read.items.length > items.length ? (items.at(-1)?.id ?? null) : null }
    },
  }
}

function fitting<Item>(items: readonly Item[]): readonly Item[] {
  let characters = 0
  const end = items.findIndex((item, at) => {
    characters += JSON.stringify(item).length
    return at > 0 && characters > PAGE_CHARACTERS
  })
  return end < 0 ? items : items.slice(0, end)
}

/** Declares a list by offset, with the number of all items. */
export function offsetList<
  C extends Columns,
  S extends string,
  const E extends Embeddeds = Readonly<Record<never, never>>,
  Item = Model<C> & Values<E>,
>(rows: Rows<C>, declared: OffsetDeclaration<C, E, S, Item>): OffsetList<Item> {
  const statement = statementOf(rows, declared)
  const names = Object.keys(declared.sorting) as [S, ...S[]]
  const { fixed, defaultSorting, page = defaultPage } = declared
  const sortShape = {
    sortBy: z.enum(names).optional().meta({ default: defaultSorting }),
    sortDirection: z.enum(['asc', 'desc']).optional().meta({ default: 'asc' }),
  }
  return {
    query: querySchema(declared, { ...(fixed === undefined && sortShape), ...page.shape }),
    read: async (db, request, context) => {
      const { limit = page.limit, offset = 0, sortBy, sortDirection = fixed ?? 'asc' } = request.query
      const by = expressionOf(declared.sorting[(sortBy as S | undefined) ?? defaultSorting], context)
      const direction = sortDirection === 'desc' ? sql`desc` : sql`asc`
      const order = sql`${by} ${direction}, ${sql.ref(`${rows.name}.id`)} ${direction}`
      return statement(db, { request, context, conditions: [], order, limit: Math.min(limit, LIMIT_MAXIMUM), offset })
    },
  }
}

const defaultPage = {
  shape: {
    limit: integerText(1, LIMIT_MAXIMUM).optional().meta({ default: LIMIT_DEFAULT }),
    offset: integerText(0).optional().meta({ default: 0 }),
  },
  limit: LIMIT_DEFAULT,
}

function querySchema(
  { filters = {}, groups = [] }: { readonly filters?: Readonly<Record<string, Filter>>; readonly groups?: readonly FilterGroup[] },
  further: z.ZodRawShape,
): z.ZodType<AuthListQuery> {
  const ofFilters = Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, schema]))
  const query = z.object({ ...Object.assign({}, ...groups.map(({ shape }) => shape)), ...ofFilters, ...further })
  return query.superRefine((values, context) => {
    for (const group of groups) group.check(values, context)
  }) as unknown as z.ZodType<AuthListQuery>
}

/** The input by which one page is read; only a page with an offset counts all items. */
interface PageInput {
  readonly request: AuthListRequest
  readonly context: ItemContext
  readonly conditions: readonly RawBuilder<unknown>[]
  readonly order: RawBuilder<unknown>
  readonly limit: number
  readonly offset?: number
}

function statementOf<C extends Columns, E extends Embeddeds, Item>(rows: Rows<C>, declared: Declaration<C, E, Item>) {
  const embedded = embeddedColumns(declared.with ?? ({} as E))
  const filters = Object.entries(declared.filters ?? {})
  const from = sql.join([sql.table(rows.name), ...embedded.joins], sql` `)
  const selection = sql.join([rows.selection(), ...embedded.columns])
  const { groups = [], always } = declared
  const whereOf = ({ query, where }: AuthListRequest, context: FilterContext, more: readonly RawBuilder<unknown>[]) => {
    const filtered = filters.flatMap(([name, each]) => each.condition(query[name] as never, context) ?? [])
    const grouped = groups.flatMap((group) => group.condition(query) ?? [])
    const fixed = [rows.existing, always?.(context), where].filter((each) => each !== undefined)
    const all = [...fixed, ...filtered, ...grouped, ...more]
    return all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``
  }
  return async (db: Database, { request, context, conditions, order, limit, offset }: PageInput) => {
    const where = whereOf(request, context, conditions)
    const counted = offset === undefined ? sql`select 0 as total` : sql`select count(*)::int as total from ${from} ${where}`
    const { rows: found } = await sql<StoredRow & { readonly id: string | null; readonly total: number; readonly reader: object }>`
      select to_jsonb(reader) as reader, counted.total, listed.*
      from (${request.reader ?? sql`select 1 as one`}) as reader cross join (${counted}) as counted left join lateral (
        select ${selection} from ${from} ${where} order by ${order} limit ${limit}::int offset ${offset ?? 0}::int8
      ) as listed on true`.execute(db)
    const [first] = found
    if (!first) return undefined
    const items = found.flatMap((row) => {
      if (row.id === null) return []
      const item = { ...rows.fromRow(row), ...embedded.read(row, context) }
      return [declared.item ? declared.item(item) : (item as Item)]
    })
    return { items, total: first.total, reader: first.reader as Readonly<Record<string, unknown>> }
  }
}
