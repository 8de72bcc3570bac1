// The figures of events in SQL, over rows with a `value`: the property that a meter reads, as jsonb.
import { type RawBuilder, sql } from 'kysely'
import type { Aggregation } from '#kernel/metering/aggregation.ts'
import { compileProperty } from './filter-sql.ts'

/** The `value` of an event for a meter. */
export function figureValue(aggregation: Aggregation): RawBuilder<unknown> {
  return aggregation.func === 'count' ? sql`null::jsonb` : compileProperty(aggregation.property)
}

const number = sql`case when jsonb_typeof(value) = 'number' then value::numeric end`

/** The columns of `EventFigures`. */
export const figuresOfEvents = sql`count(*) as events, count(${number}) as numbers, coalesce(sum(${number}), 0)::text as total,
  max(${number})::text as maximum, min(${number})::text as minimum,
  count(distinct value) filter (where jsonb_typeof(value) in ('string', 'number', 'boolean')) as different`
