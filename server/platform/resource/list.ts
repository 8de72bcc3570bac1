// A list of a resource, declared once: its query parameters, its statement and its pages follow.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Page, pageOf } from '#kernel/page.ts'
import type { Database } from '../database/database.ts'
import { anyOf, type ListResult, orderBy, readPage } from '../database/list.ts'
import { oneOrMoreIds, pageQuery, type Sorting, sorting } from '../http/wire-parts.ts'
import type { Columns, Model } from './columns.ts'
import { type Embeddeds, embeddedColumns, type SealingDeps, type Values } from './embedded.ts'
import { type Expression, expressionOf, type Filter, type FilterContext } from './filters.ts'
import type { StoredRow, Table } from './table.ts'

/** How a list is ordered: by what the caller chooses, or always newest first by one column, whose qualified name is given. */
type Order<S extends string> =
  | {
      readonly sorting: Readonly<Record<S, Expression>>
      readonly defaultSorting: NoInfer<S> | `-${NoInfer<S>}`
    }
  | { readonly newestFirst: string }

/** What a list is made of. Names of filters and sorts are the wire's. */
export type ListDeclaration<C extends Columns, E extends Embeddeds, S extends string, Item> = Order<S> & {
  /** What each row brings along from other tables. */
  readonly with?: E
  /** The filters besides `organization_id`, which every list has. */
  readonly filters?: Readonly<Record<string, Filter>>
  /** The item of a row, where that is not the model with what it brings along. */
  readonly item?: (row: Model<C> & Values<E>, context: ItemContext) => Item
}

/** What the item of a row may depend on. */
export type ItemContext = FilterContext & SealingDeps

/** The parsed query of a list. */
export type ListQuery = Readonly<Record<string, unknown>> & {
  readonly organization_id?: readonly string[] | undefined
  readonly sorting?: readonly Sorting<string>[] | undefined
  readonly page?: number | undefined
  readonly limit?: number | undefined
}

/** A page of a list as it was read. */
export interface ListedPage<Item> extends ListResult<Item> {
  readonly page: Page
}

/** Which items a page shows: those of these organizations that match the query. */
export interface ListRequest {
  readonly organizationIds: readonly string[]
  readonly query: ListQuery
}

/** One item of one of the organizations. */
export interface ItemKey {
  readonly tenants: readonly string[]
  readonly id: string
}

/** A list of a resource, ready to be mounted. */
export interface ResourceList<Item> {
  readonly query: z.ZodType<ListQuery>
  /** A page of the items of these organizations and how many there are, in one round trip. */
  read(db: Database, request: ListRequest, context: ItemContext): Promise<ListedPage<Item>>
  /** One item of these organizations, in one round trip. */
  find(db: Database, key: ItemKey, context: ItemContext): Promise<Item | undefined>
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
  const conditionsOf = (organizationIds: readonly string[], query: ListQuery, context: FilterContext): RawBuilder<unknown> =>
    sql.join(
      [
        sql`${ref('organization_id')} = ${anyOf(organizationIds)}`,
        ...(table.existing ? [table.existing] : []),
        ...filters.flatMap(([name, each]) => each.condition(query[name] as never, context) ?? []),
      ],
      sql` and `,
    )
  const select: ResourceList<Item>['select'] = async (db, tail, context) => {
    const { rows } = await sql<StoredRow>`select ${selection} from ${from} ${tail}`.execute(db)
    return rows.map((row) => itemOf(row, context))
  }
  return {
    query: z.object({
      organization_id: oneOrMoreIds,
      ...Object.fromEntries(filters.map(([name, { schema }]) => [name, schema])),
      ...pageQuery,
      ...order.parameter,
    }) as unknown as z.ZodType<ListQuery>,
    read: async (db, { organizationIds, query }, context) => {
      const page = pageOf(query)
      const where = conditionsOf(organizationIds, query, context)
      const by = orderBy(query.sorting ?? order.fallback, order.expressionsAt(context), ref('id'))
      const { rows, total } = await readPage<StoredRow & { id: string }>(db, { selection, from, where, orderBy: by, page })
      return { items: rows.map((row) => itemOf(row, context)), total, page }
    },
    find: async (db, { tenants, id }, context) => {
      const where = conditionsOf(tenants, {}, context)
      return (await select(db, sql`where ${where} and ${ref('id')} = ${id}`, context))[0]
    },
    select,
  }
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
