// The filters that a list can have: each is one query parameter and one condition.
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { withAsciiDomain } from '#kernel/emails/email.ts'
import { anyOf, containing, matchesMetadata } from '../database/list.ts'
import {
  added,
  booleanText,
  integerText,
  type MetadataFilter,
  metadataFilter,
  oneOrMore,
  oneOrMoreIds,
  searchText,
  timestamp,
} from '../http/wire-parts.ts'
import type { Platform } from '../platform.ts'

/** The context that a condition may depend on besides the caller's value. */
export type FilterContext = Pick<Platform, 'clock'> & {
  /** The organizations whose rows a list of /v1 shows; a list of /api/auth has none. */
  readonly organizationIds?: readonly string[]
}

/** One query parameter with the condition that it sets; no condition where the parameter is left out, or narrows nothing. */
export interface Filter {
  readonly schema: z.ZodType
  condition(value: never, context: FilterContext): RawBuilder<boolean> | undefined
  /** Describes the parameter in the OpenAPI document: `added('…')`. */
  meta(about: Readonly<Record<string, unknown>>): Filter
}

/** One condition of several query parameters. */
export interface FilterGroup {
  readonly shape: z.ZodRawShape
  /** Reports parameters that do not fit together. */
  check(query: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx): void
  condition(query: Readonly<Record<string, unknown>>): RawBuilder<boolean> | undefined
}

/** A filter by several parameters; `shape` reads each, `check` all together. */
export function filterGroup<Shape extends z.ZodRawShape>({
  shape,
  check,
  condition,
}: {
  readonly shape: Shape
  readonly check?: (query: z.output<z.ZodObject<Shape>>, context: z.core.$RefinementCtx) => void
  readonly condition: (query: z.output<z.ZodObject<Shape>>) => RawBuilder<boolean> | undefined
}): FilterGroup {
  return { shape, check: (query, context) => check?.(query as never, context), condition: (query) => condition(query as never) }
}

/** An expression over a row: a column's qualified name, or SQL that may depend on the time. */
export type Expression = string | RawBuilder<unknown> | ((context: FilterContext) => RawBuilder<unknown>)

/** The SQL of an expression. */
export function expressionOf(expression: Expression, context: FilterContext): RawBuilder<unknown> {
  if (typeof expression === 'string') return sql.ref(expression)
  return typeof expression === 'function' ? expression(context) : expression
}

/** A filter of any other kind. */
export function filter<Schema extends z.ZodType>(
  schema: Schema,
  condition: (value: Exclude<z.output<Schema>, undefined>, context: FilterContext) => RawBuilder<boolean> | undefined,
): Filter {
  return {
    schema,
    condition: (value: z.output<Schema>, context) =>
      value === undefined ? undefined : condition(value as Exclude<z.output<Schema>, undefined>, context),
    meta: (about) => filter(schema.meta(about), condition as never),
  }
}

/** A filter that narrows in any case: without a value, by the default one. */
export function filterWithDefault<Value extends string>(
  schema: z.ZodType<Value>,
  byDefault: NoInfer<Value>,
  condition: (value: Value) => RawBuilder<boolean>,
): Filter {
  const optional = schema.optional().meta({ default: byDefault })
  return {
    schema: optional,
    condition: (value: Value = byDefault) => condition(value),
    meta: () => filterWithDefault(schema, byDefault, condition),
  }
}

/** Rows whose column has the value; `schema` reads it from the query. */
export const equal = (column: string, schema: z.ZodType<string>): Filter =>
  filter(schema.optional(), (value) => sql<boolean>`${sql.ref(column)} = ${value}`)

/** Rows whose column has a value, or those where it is empty. */
export const isSet = (column: string): Filter =>
  filter(booleanText.optional(), (hasValue) =>
    hasValue ? sql<boolean>`${sql.ref(column)} is not null` : sql<boolean>`${sql.ref(column)} is null`,
  )

/** Rows whose column is one of the ids. */
export const ids = (column: string): Filter => filter(oneOrMoreIds, (values) => sql<boolean>`${sql.ref(column)} = ${anyOf(values)}`)

/** Rows whose expression is one of the values of a closed set. */
export const among = (expression: Expression, schema: z.ZodType<string>): Filter =>
  filter(oneOrMore(schema), (values, context) => sql<boolean>`${expressionOf(expression, context)} = ${anyOf(values as string[])}`)

/** Rows whose expression is true, or those where it is not. */
export const isTrue = (expression: Expression): Filter =>
  filter(booleanText.optional(), (value, context) => sql<boolean>`${expressionOf(expression, context)} = ${value}`)

/** Rows of which one of the columns contains the text, without regard to case. */
export const search = (...columns: readonly Expression[]): Filter =>
  filter(searchText, (text, context) =>
    text === ''
      ? undefined
      : sql<boolean>`(${sql.join(
          columns.map((column) => sql`${expressionOf(column, context)} ilike ${containing(withAsciiDomain(text))}`),
          sql` or `,
        )})`,
  )

/** The rows of another table that a search covers: `column` refers to their `id`. */
export interface SearchedTable {
  readonly table: string
  readonly column: string
  /** Their columns that may contain the text. */
  readonly texts: readonly string[]
}

/**
 * Rows of a merchant's table of which a column of `texts`, which may be empty, contains the text, and rows that refer to such a row of another table,
 * without regard to case. Each table is searched in an index that begins with the organization and includes the texts: of the rows
 * themselves only those are read that match.
 */
export function searchAcross(own: { readonly table: string; readonly texts: readonly string[] }, others: readonly SearchedTable[]): Filter {
  const contains = (table: string, texts: readonly string[], text: string) =>
    sql.join(
      texts.map((column) => sql`${sql.ref(`${table}.${column}`)} ilike ${containing(withAsciiDomain(text))}`),
      sql` or `,
    )
  return filter(searchText, (text, { organizationIds = [] }) => {
    if (text === '') return undefined
    const isListed = (table: string) => sql`${sql.ref(`${table}.organization_id`)} = ${anyOf(organizationIds)}`
    const [rows, id] = [sql.table(own.table), sql.ref(`${own.table}.id`)]
    const found = others.map(
      ({ table, column, texts }) => sql`
        select ${id} from ${sql.table(table)} join ${rows} on ${sql.ref(`${own.table}.organization_id`)} = ${sql.ref(`${table}.organization_id`)}
          and ${sql.ref(`${own.table}.${column}`)} = ${sql.ref(`${table}.id`)}
        where ${isListed(table)} and (${contains(table, texts, text)})`,
    )
    const ofItself = sql`select ${id} from ${rows} where ${isListed(own.table)} and (${contains(own.table, own.texts, text)})`
    return sql<boolean>`${id} in (${sql.join([...(own.texts.length > 0 ? [ofItself] : []), ...found], sql` union `)})`
  })
}

/** Rows whose time is at the instant or later. */
export const since = (column: string): Filter =>
  filter(timestamp.optional(), (at) => sql<boolean>`${sql.ref(column)} >= ${new Date(at)}::timestamptz`)

/** Rows whose time is before the instant. */
export const before = (column: string): Filter =>
  filter(timestamp.optional(), (at) => sql<boolean>`${sql.ref(column)} < ${new Date(at)}::timestamptz`)

/** Rows whose amount (minor units) is the bound or more. */
export const atLeast = (amount: Expression): Filter =>
  filter(integerText(Number.MIN_SAFE_INTEGER).optional(), (bound, context) => sql<boolean>`${expressionOf(amount, context)} >= ${bound}`)

/** Rows whose amount (minor units) is the bound or less. */
export const atMost = (amount: Expression): Filter =>
  filter(integerText(Number.MIN_SAFE_INTEGER).optional(), (bound, context) => sql<boolean>`${expressionOf(amount, context)} <= ${bound}`)

/** Both filters by the time in which rows were created. Additions to the published lists. */
export const createdBetween = (column: string) =>
  ({
    created_after: since(column).meta(added('Only those created at this time or later.')),
    created_before: before(column).meta(added('Only those created before this time.')),
  }) as const

/** Both filters by an amount (minor units), which `noun` names for the reference: `total`. Additions to the published lists. */
export const amountBetween = (amount: Expression, noun: string) =>
  ({
    amount_min: atLeast(amount).meta(added(`Only those whose ${noun}, in minor units, is this or more.`)),
    amount_max: atMost(amount).meta(added(`Only those whose ${noun}, in minor units, is this or less.`)),
  }) as const

/** Rows whose metadata has the values: `metadata[key]=value`. */
export const inMetadata = (column: string): Filter =>
  filter(metadataFilter, (filters: readonly MetadataFilter[]) =>
    filters.length > 0 ? matchesMetadata(sql.ref(column), filters) : undefined,
  )
