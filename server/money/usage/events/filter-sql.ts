// The events that count for a meter, as a condition of the database: `matchesFilter` of kernel/metering/filter.ts over stored events. Pure.
import { type RawBuilder, sql } from 'kysely'
import type { Filter, FilterClause, FilterOperator } from '#kernel/metering/filter.ts'

type Sql = RawBuilder<unknown>

const METADATA = 'metadata.'

const COMPARISONS = {
  eq: sql.raw('='),
  ne: sql.raw('<>'),
  gt: sql.raw('>'),
  gte: sql.raw('>='),
  lt: sql.raw('<'),
  lte: sql.raw('<='),
} as const satisfies Partial<Record<FilterOperator, Sql>>

/**
 * The condition of a filter on the columns `name`, `source`, `timestamp` and `metadata` of a table of events. It is true or false, never null,
 * and raises no error for any row. All values and keys are parameters: at most some ten for each clause.
 */
export function compileFilter(filter: Filter, table = 'usage_events'): RawBuilder<boolean> {
  if (filter.clauses.length === 0) return sql<boolean>`true`
  const conditions = filter.clauses.map((clause) => ('clauses' in clause ? compileFilter(clause, table) : compileClause(clause, table)))
  return sql<boolean>`(${sql.join(conditions, filter.conjunction === 'and' ? sql` and ` : sql` or `)})`
}

function compileClause({ property, operator, value }: FilterClause, table: string): Sql {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  if (property === 'name' || property === 'source') return comparesText(column(property), operator, value)
  if (property === 'timestamp') return comparesNumber(sql`extract(epoch from ${column('timestamp')})::numeric`, operator, value)
  const found = valueAt(column('metadata'), pathOf(property))
  const kinds = [
    sql`when 'string' then ${comparesText(sql`(${found} #>> '{}')`, operator, value)}`,
    ...(typeof value === 'number' ? [sql`when 'number' then ${comparesNumber(sql`(${found})::numeric`, operator, value)}`] : []),
    ...(typeof value === 'boolean' ? [sql`when 'boolean' then ${comparesBoolean(found, operator, value)}`] : []),
  ]
  return sql`case jsonb_typeof(${found}) ${sql.join(kinds, sql` `)} else false end`
}

/** Rule F4; the collation orders by code point. */
function comparesText(found: Sql, operator: FilterOperator, value: FilterClause['value']): Sql {
  const text = sql`${String(value)}::text`
  if (operator === 'like' || operator === 'not_like') return contains(found, operator, text)
  return sql`${found} collate "C" ${COMPARISONS[operator]} ${text}`
}

/**
 * Rule F5. The decimals of the database compare like the numbers of JavaScript: what is stored is the shortest text of such a number, and
 * rounding to a number keeps the order.
 */
function comparesNumber(found: Sql, operator: FilterOperator, value: FilterClause['value']): Sql {
  if (typeof value !== 'number') return sql`false`
  if (operator === 'like' || operator === 'not_like') return contains(numberText(found), operator, sql`${String(value)}::text`)
  return sql`${found} ${COMPARISONS[operator]} ${String(value)}::numeric`
}

/** Rule F6. */
function comparesBoolean(found: Sql, operator: FilterOperator, value: boolean): Sql {
  if (operator !== 'eq' && operator !== 'ne') return sql`false`
  return sql`${found} ${COMPARISONS[operator]} ${sql.lit(String(value))}::jsonb`
}

/** Rule F3: contains literally, with no wildcards. */
function contains(found: Sql, operator: 'like' | 'not_like', text: Sql): Sql {
  return sql`position(${text} in (${found} collate "C")) ${operator === 'like' ? sql`>` : sql`=`} 0`
}

/** The text that JavaScript has for a number: with an exponent from 1e21, and below 1e-6. */
function numberText(number: Sql): Sql {
  const mantissa = (digits: Sql) => sql`regexp_replace(${digits}, '^(.)(.+)$', '\\1.\\2')`
  return sql`(select case
      when size = 0 or size >= 0.000001 and size < 1e21 then trim_scale(number)::text
      else case when number < 0 then '-' else '' end || case
        when size >= 1 then ${mantissa(sql`rtrim(digits, '0')`)} || 'e+' || length(digits) - 1
        else ${mantissa(sql`ltrim(digits, '0.')`)} || 'e-' || length(digits) - 1 - length(ltrim(digits, '0.'))
      end end
    from (select value as number, abs(value) as size, trim_scale(abs(value))::text as digits from (select ${number} as value) as found) as numbers)`
}

/** A key that PostgreSQL takes as the position of an element of a list, also where JavaScript does not: `-1`, `01`. */
const READ_AS_POSITION = /^\s*[+-]?\d+$/
const POSITION = /^(?:0|[1-9]\d*)$/

/** A property of a stored event as `jsonb`, as `propertyOf` of kernel/metering/filter.ts reads it; null where there is none. */
export function compileProperty(property: string, table = 'usage_events'): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  if (property === 'name' || property === 'source') return sql`to_jsonb(${column(property)})`
  if (property === 'timestamp') return sql`to_jsonb(extract(epoch from ${column('timestamp')}))`
  return valueAt(column('metadata'), pathOf(property))
}

const pathOf = (property: string) => (property.startsWith(METADATA) ? property.slice(METADATA.length) : property)

/** The value at a path (rule F1), null where there is none. The own properties of a list are its elements by position and its length. */
function valueAt(metadata: Sql, path: string): Sql {
  const keys = path.split('.')
  const at = (end: number) => (end === 0 ? metadata : sql`${metadata} #> ${keys.slice(0, end)}::text[]`)
  const isList = (end: number) => sql`jsonb_typeof(${at(end)}) = 'array'`
  const found = at(keys.length)
  const last = keys.length - 1
  const noPositions = keys.flatMap((key, index) => (READ_AS_POSITION.test(key) && !POSITION.test(key) ? [isList(index)] : []))
  const exceptions = [
    ...noPositions.map((condition) => sql`when ${condition} then null`),
    ...(keys[last] === 'length' ? [sql`when ${isList(last)} then to_jsonb(jsonb_array_length(${at(last)}))`] : []),
  ]
  return exceptions.length === 0 ? sql`(${found})` : sql`(case ${sql.join(exceptions, sql` `)} else ${found} end)`
}
