// A list of a resource, declared once: its query parameters, its statement and its pages follow.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Page, pageOf } from '#kernel/page.ts'
import type { Database } from '../database/database.ts'
import { anyOf, type ListResult, orderBy } from '../database/list.ts'
import { oneOrMoreIds, pageQuery, type Sorting, sorting } from '../http/wire-parts.ts'
import type { Platform } from '../platform.ts'
import type { Columns, Model } from './columns.ts'
import { type Expression, expressionOf, type Filter, type FilterContext } from './filters.ts'
import type { StoredRow, Table } from './table.ts'

/** Something that each row brings along: a value of the same statement, and how it is read. */
export interface Embedded<Value> {
  readonly select: RawBuilder<unknown>
  /** The joins that it needs: `inner join customers on …`. */
  readonly join?: RawBuilder<unknown>
  read(value: unknown, platform: Pick<Platform, 'secrets'>): Value
}

// biome-ignore lint/suspicious/noExplicitAny: embedded values of every type
type Embeddeds = Readonly<Record<string, Embedded<any>>>
type Values<E extends Embeddeds> = { readonly [K in keyof E]: E[K] extends Embedded<infer Value> ? Value : never }

/** What a list is made of. Names of filters and sorts are the wire's. */
export interface ListDeclaration<C extends Columns, E extends Embeddeds, S extends string, Item> {
  readonly with?: E
  /** The filters besides `organization_id`, which every list has. */
  readonly filters?: Readonly<Record<string, Filter>>
  readonly sorting: Readonly<Record<S, Expression>>
  readonly defaultSorting: NoInfer<S> | `-${NoInfer<S>}`
  /** The entry of a row, where that is not the model with what it brings along. */
  readonly item?: (row: Model<C> & Values<E>, context: ItemContext) => Item
}

/** What the entry of a row may depend on. */
export interface ItemContext extends FilterContext {
  readonly platform: Pick<Platform, 'secrets'>
}

/** The parsed query of a list. */
export type ListQuery = Readonly<Record<string, unknown>> & {
  readonly organization_id?: readonly string[] | undefined
  readonly sorting: readonly Sorting<string>[]
  readonly page?: number | undefined
  readonly limit?: number | undefined
}

/** A page of a list as it was read. */
export interface ListedPage<Item> extends ListResult<Item> {
  readonly page: Page
}

/** Which entries a page shows: those of these organizations that match the query. */
export interface ListRequest {
  readonly organizationIds: readonly string[]
  readonly query: ListQuery
}

/** One entry of one of the organizations. */
export interface ItemKey {
  readonly tenants: readonly string[]
  readonly id: string
}

/** A list of a resource, ready to be mounted. */
export interface ResourceList<Item> {
  readonly query: z.ZodType<ListQuery>
  /** A page of the entries of these organizations and how many there are, in one round trip. */
  read(db: Database, request: ListRequest, context: ItemContext): Promise<ListedPage<Item>>
  /** One entry of these organizations, in one round trip. */
  find(db: Database, key: ItemKey, context: ItemContext): Promise<Item | undefined>
}

/** A resource that a row refers to by `column`: joined under its table's name, so that filters and sorts may use its columns. */
export function joined<C extends Columns>(
  other: Table<C>,
  { from, column, json = other.json() }: { readonly from: string; readonly column: string; readonly json?: RawBuilder<unknown> },
): Embedded<Model<C>> {
  const organization = sql`${sql.ref(`${other.name}.organization_id`)} = ${sql.ref(`${from}.organization_id`)}`
  return {
    select: json,
    join: sql`inner join ${sql.table(other.name)} on ${organization} and ${sql.ref(`${other.name}.id`)} = ${sql.ref(`${from}.${column}`)}`,
    read: (value) => other.fromRow(value as StoredRow),
  }
}

/** The rows of another table that belong to each row by `column`, in the order of `orderBy`. */
export function children<C extends Columns>(
  other: Table<C>,
  { of, column, orderBy }: { readonly of: string; readonly column: string; readonly orderBy: string },
): Embedded<readonly Model<C>[]> {
  const own = sql`${sql.ref(`${other.name}.organization_id`)} = ${sql.ref(`${of}.organization_id`)} and ${sql.ref(`${other.name}.${column}`)} = ${sql.ref(`${of}.id`)}`
  return {
    select: sql`(select coalesce(json_agg(${other.json()} order by ${sql.ref(`${other.name}.${orderBy}`)}), '[]') from ${sql.table(other.name)} where ${own})`,
    read: (value) => (value as readonly StoredRow[]).map(other.fromRow),
  }
}

/** A value of any other kind: an expression over the row, and how it is read. */
export function value<Value>(
  select: RawBuilder<unknown>,
  read: (value: unknown, platform: Pick<Platform, 'secrets'>) => Value = (stored) => stored as Value,
): Embedded<Value> {
  return { select, read }
}

/** Declares the list of a resource. */
export function list<
  C extends Columns,
  S extends string,
  const E extends Embeddeds = Readonly<Record<never, never>>,
  Item = Model<C> & Values<E>,
>(table: Table<C>, declared: ListDeclaration<C, E, S, Item>): ResourceList<Item> {
  const embedded = Object.entries(declared.with ?? {})
  const filters = Object.entries(declared.filters ?? {})
  const from = sql`${sql.table(table.name)} ${sql.join(
    embedded.flatMap(([, { join }]) => join ?? []),
    sql` `,
  )}`
  const selection = sql.join([table.selection(), ...embedded.map(([name, { select }]) => sql`${select} as ${sql.id(`with_${name}`)}`)])
  const ref = (column: string) => sql.ref(`${table.name}.${column}`)
  const itemOf = (row: StoredRow, context: ItemContext): Item => {
    const item: Record<string, unknown> = { ...table.fromRow(row) }
    for (const [name, { read }] of embedded) item[name] = read(row[`with_${name}`], context.platform)
    return declared.item ? declared.item(item as Model<C> & Values<E>, context) : (item as Item)
  }
  const conditionsOf = (organizationIds: readonly string[], query: ListQuery, context: FilterContext): RawBuilder<unknown> =>
    sql.join(
      [
        sql`${ref('organization_id')} = ${anyOf(organizationIds)}`,
        ...(table.existing ? [table.existing] : []),
        ...filters.flatMap(([name, each]) => each.condition(query[name] as never, context) ?? []),
      ],
      sql` and `,
    )
  const names = Object.keys(declared.sorting) as S[]
  return {
    query: z.object({
      organization_id: oneOrMoreIds,
      ...Object.fromEntries(filters.map(([name, { schema }]) => [name, schema])),
      ...pageQuery,
      sorting: sorting(names, declared.defaultSorting),
    }) as unknown as z.ZodType<ListQuery>,
    read: async (db, { organizationIds, query }, context) => {
      const page = pageOf(query)
      const where = conditionsOf(organizationIds, query, context)
      const expressions = Object.fromEntries(names.map((name) => [name, expressionOf(declared.sorting[name], context)]))
      const order = orderBy(query.sorting, expressions, ref('id'))
      const { rows } = await sql<StoredRow & { readonly total_count: number }>`
        select counted.total_count, listed.* from (select count(*) as total_count from ${from} where ${where}) as counted
        left join lateral (
          select ${selection} from ${from} where ${where} order by ${order} limit ${page.limit} offset ${page.offset}
        ) as listed on true`.execute(db)
      const items = rows.filter((row) => row['id'] !== null).map((row) => itemOf(row, context))
      return { items, total: rows[0]?.total_count ?? 0, page }
    },
    find: async (db, { tenants, id }, context) => {
      const where = conditionsOf(tenants, { sorting: [] }, context)
      const { rows } = await sql<StoredRow>`select ${selection} from ${from} where ${where} and ${ref('id')} = ${id}`.execute(db)
      return rows[0] && itemOf(rows[0], context)
    },
  }
}
