// The part that stays of an event whose customer was anonymized: what the meters read (decision 55). Pure.
import type { Aggregation } from '#kernel/metering/aggregation.ts'
import type { Filter } from '#kernel/metering/filter.ts'
import type { UsageEvent } from '../model.ts'

const OF_EVENT = new Set(['name', 'source', 'timestamp'])
const METADATA = 'metadata.'

/** The filter and the aggregation by which a meter reads events. */
export interface ReadingMeter {
  readonly filter: Filter
  readonly aggregation: Aggregation
}

/** The keys of metadata, at its top, of the properties that meters filter by or aggregate: in order, each once. */
export function readKeys(meters: readonly ReadingMeter[]): readonly string[] {
  const properties = meters.flatMap(({ filter, aggregation }) => [
    ...propertiesOf(filter),
    ...('property' in aggregation ? [aggregation.property] : []),
  ])
  const paths = properties
    .filter((property) => !OF_EVENT.has(property))
    .map((path) => (path.startsWith(METADATA) ? path.slice(METADATA.length) : path))
  return [...new Set(paths.map((path) => path.split('.', 1)[0] ?? ''))].sort()
}

function propertiesOf({ clauses }: Filter): readonly string[] {
  return clauses.flatMap((clause) => ('clauses' in clause ? propertiesOf(clause) : [clause.property]))
}

/** The event without the ids of the merchant's system and without the metadata that no meter reads; `keys` are those that meters read. */
export function anonymize(event: UsageEvent, keys: readonly string[]): UsageEvent {
  const metadata = Object.fromEntries(Object.entries(event.metadata).filter(([key]) => keys.includes(key)))
  return { ...event, externalCustomerId: null, externalId: null, metadata }
}
