// The events that count for a meter (behaviour 4.2). Pure.

/** The operator that compares a property of an event with a value. */
export type FilterOperator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'not_like'

/** One condition on a property: `name`, `source`, `timestamp`, or a path into the metadata of the event. */
export interface FilterClause {
  readonly property: string
  readonly operator: FilterOperator
  readonly value: string | number | boolean
}

/** Conditions that must all hold (`and`), or of which one must (`or`). Without any it matches everything. */
export interface Filter {
  readonly conjunction: 'and' | 'or'
  readonly clauses: readonly (FilterClause | Filter)[]
}

/** The part of an event that a meter reads. `timestamp` is in Unix seconds. */
export interface MeteredEvent {
  readonly name?: string
  readonly source?: string
  readonly timestamp?: number
  readonly metadata: Readonly<Record<string, unknown>>
}

const METADATA = 'metadata.'

/** Whether an event matches. No condition holds on a property that the event lacks (rule F2). */
export function matchesFilter(filter: Filter, event: MeteredEvent): boolean {
  if (filter.clauses.length === 0) return true
  const holds = (clause: FilterClause | Filter): boolean =>
    'clauses' in clause ? matchesFilter(clause, event) : clauseHolds(clause, event)
  return filter.conjunction === 'and' ? filter.clauses.every(holds) : filter.clauses.some(holds)
}

/** A property of an event: one of its own, or what the path leads to in its metadata (rule F1). Undefined where there is none. */
export function propertyOf(property: string, event: MeteredEvent): unknown {
  if (property === 'name' || property === 'source' || property === 'timestamp') return event[property]
  const path = property.startsWith(METADATA) ? property.slice(METADATA.length) : property
  let found: unknown = event.metadata
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = Reflect.get(found, key)
  }
  return found
}

function clauseHolds({ property, operator, value }: FilterClause, event: MeteredEvent): boolean {
  const found = propertyOf(property, event)
  if (typeof found === 'string') return compares(operator, { order: byCodePoint(found, String(value)), found, value })
  // Rules F5 and F6: a number is compared with a whole number alone, a boolean with a boolean, and only whether they are equal.
  if (typeof found === 'number') return typeof value === 'number' && compares(operator, { order: found - value, found, value })
  if (typeof found !== 'boolean' || typeof value !== 'boolean') return false
  return operator === 'eq' ? found === value : operator === 'ne' && found !== value
}

interface Comparison {
  /** Below, equal to or above zero, as the property is below, equal to or above the value. */
  readonly order: number
  readonly found: string | number
  readonly value: string | number | boolean
}

function compares(operator: FilterOperator, { order, found, value }: Comparison): boolean {
  switch (operator) {
    case 'eq':
      return order === 0
    case 'ne':
      return order !== 0
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
    case 'like':
      return String(found).includes(String(value))
    case 'not_like':
      return !String(found).includes(String(value))
  }
}

// As PostgreSQL orders text in the collation "C": UTF-16 would put characters beyond the basic plane before some that precede them.
function byCodePoint(one: string, other: string): number {
  const [left, right] = [Array.from(one), Array.from(other)]
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
