import { z } from 'zod'
import type { Aggregation } from '#kernel/metering/aggregation.ts'
import type { Filter, FilterClause } from '#kernel/metering/filter.ts'
import { added } from '#platform/http/wire-parts.ts'
import { json, type Model, metadata, recorded, text, time } from '#platform/resource/columns.ts'

export type { Aggregation } from '#kernel/metering/aggregation.ts'
export type { Filter } from '#kernel/metering/filter.ts'

/** The characters of a property and of a text that it is compared with, at most. */
export const PROPERTY_MAXIMUM = 100
export const VALUE_MAXIMUM = 250

const property = z.string().min(1).max(PROPERTY_MAXIMUM)

const filterOperator = z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like']).meta({ id: 'FilterOperator' })
const filterConjunction = z.enum(['and', 'or']).meta({ id: 'FilterConjunction' })

const filterClause = z
  .object({ property, operator: filterOperator, value: z.union([z.string().max(VALUE_MAXIMUM), z.int(), z.boolean()]) })
  .meta({
    id: 'FilterClause',
    description: 'A condition on `name`, `source`, `timestamp` (in Unix seconds), or a path into the metadata of the event.',
  })

/** The schema of a filter. How deep and how long it may be is a rule. */
export const filter: z.ZodType<Filter, Filter> = z
  .object({
    conjunction: filterConjunction,
    get clauses(): z.ZodArray<z.ZodUnion<[z.ZodType<FilterClause, FilterClause>, z.ZodType<Filter, Filter>]>> {
      return z.array(z.union([filterClause, filter]))
    },
  })
  .meta({ id: 'Filter', description: 'Which events count. Without clauses all do.' })

const countAggregation = z.object({ func: z.literal('count') }).meta({ id: 'CountAggregation' })
const propertyAggregation = z.object({ func: z.enum(['sum', 'max', 'min', 'avg']), property }).meta({ id: 'PropertyAggregation' })
const uniqueAggregation = z
  .object({ func: z.literal('unique'), property })
  .meta({ id: 'UniqueAggregation', ...added('Counts the different values of a property. Clients below 0.49 cannot read it.') })

/** The schema of an aggregation. */
export const aggregation: z.ZodType<Aggregation, Aggregation> = z.discriminatedUnion('func', [
  countAggregation,
  propertyAggregation,
  uniqueAggregation,
])

export const meterColumns = {
  ...recorded,
  name: text(),
  filter: json<Filter>(filter),
  aggregation: json<Aggregation>(aggregation),
  archivedAt: time().nullable().meta(added('When it was archived: no new price can name it.')),
  firstBilledAt: time()
    .nullable()
    .meta(added('When its usage was billed first: since then its filter and aggregation stay as they are. Null before.')),
  metadata: metadata(),
} as const

/** A count of a merchant over the events of their customers. It is never deleted, only archived. Times are UTC. */
export type Meter = Model<typeof meterColumns>
