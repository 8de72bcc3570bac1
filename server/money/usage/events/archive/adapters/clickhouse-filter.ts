// The events that count for a meter, as a condition of ClickHouse: `matchesFilter` of kernel/metering/filter.ts over copied events. Pure.
import type { Filter, FilterClause, FilterOperator } from '#kernel/metering/filter.ts'
import { ch, type Fragment, joined, textParameter, wholeParameter } from '#platform/clickhouse/statement.ts'
import { rankOf } from '../scalars.ts'

const METADATA = 'metadata.'

const COMPARISONS = {
  eq: ch`=`,
  ne: ch`!=`,
  gt: ch`>`,
  gte: ch`>=`,
  lt: ch`<`,
  lte: ch`<=`,
} as const satisfies Partial<Record<FilterOperator, Fragment>>

/** The condition of a filter on the columns of the table of events. All values and paths are parameters. */
export function compileClickHouseFilter(filter: Filter): Fragment {
  if (filter.clauses.length === 0) return ch`1`
  const conditions = filter.clauses.map((clause) => ('clauses' in clause ? compileClickHouseFilter(clause) : compileClause(clause)))
  return ch`(${joined(conditions, filter.conjunction === 'and' ? ch` AND ` : ch` OR `)})`
}

/** A property of an event: what it is (`''` for none or an object) and its text. */
export interface PropertyColumns {
  readonly kind: Fragment
  readonly text: Fragment
}

/** The columns of a property: one of the event's own, or the value at a path (rule F1). */
export function propertyColumns(property: string): PropertyColumns {
  if (property === 'name') return { kind: ch`'string'`, text: ch`name` }
  if (property === 'source') return { kind: ch`'string'`, text: ch`source` }
  if (property === 'timestamp') return { kind: ch`'number'`, text: SECONDS }
  const path = textParameter(pathOf(property))
  return { kind: ch`kinds[${path}]`, text: ch`texts[${path}]` }
}

const pathOf = (property: string) => (property.startsWith(METADATA) ? property.slice(METADATA.length) : property)

const MILLISECONDS = ch`toUnixTimestamp64Milli(timestamp)`
/** As JavaScript writes it. */
const SECONDS = ch`toString(${MILLISECONDS} / 1000)`

function compileClause({ property, operator, value }: FilterClause): Fragment {
  const { kind, text } = propertyColumns(property)
  if (property === 'name' || property === 'source') return comparesText(text, operator, value)
  if (property === 'timestamp') return comparesNumber({ text, number: MILLISECONDS, operator }, value, (seconds) => seconds * 1000n)
  const number = ch`ranks[${textParameter(pathOf(property))}]`
  const kinds = [
    ch`${kind} = 'string' AND ${comparesText(text, operator, value)}`,
    ...(typeof value === 'number'
      ? [ch`${kind} = 'number' AND ${comparesNumber({ text, number, operator }, value, (whole) => rankOf(Number(whole)))}`]
      : []),
    ...(typeof value === 'boolean' ? [ch`${kind} = 'boolean' AND ${comparesBoolean(text, operator, value)}`] : []),
  ]
  return ch`(${joined(kinds, ch` OR `)})`
}

/** Rule F4: texts are ordered by their bytes, which is the order of code points. */
function comparesText(text: Fragment, operator: FilterOperator, value: FilterClause['value']): Fragment {
  if (operator === 'like' || operator === 'not_like') return contains(text, operator, String(value))
  return ch`${text} ${COMPARISONS[operator]} ${textParameter(String(value))}`
}

interface NumberColumns {
  readonly text: Fragment
  /** A whole number in the order of the numbers. */
  readonly number: Fragment
  readonly operator: FilterOperator
}

/** Rule F5: a filter compares numbers with whole ones alone. */
function comparesNumber(
  { text, number, operator }: NumberColumns,
  value: FilterClause['value'],
  place: (whole: bigint) => bigint,
): Fragment {
  if (typeof value !== 'number') return ch`0`
  if (operator === 'like' || operator === 'not_like') return contains(text, operator, String(value))
  return ch`${number} ${COMPARISONS[operator]} ${wholeParameter(place(BigInt(value)))}`
}

/** Rule F6. */
function comparesBoolean(text: Fragment, operator: FilterOperator, value: boolean): Fragment {
  if (operator !== 'eq' && operator !== 'ne') return ch`0`
  return ch`${text} ${COMPARISONS[operator]} ${textParameter(String(value))}`
}

/** Rule F3: contains literally. Every text contains the empty one. */
function contains(text: Fragment, operator: 'like' | 'not_like', value: string): Fragment {
  if (value === '') return operator === 'like' ? ch`1` : ch`0`
  return ch`position(${text}, ${textParameter(value)}) ${operator === 'like' ? ch`>` : ch`=`} 0`
}
