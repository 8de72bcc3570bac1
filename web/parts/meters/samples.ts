// Sample events by which the form of a meter shows what counts.
import type { Aggregation, EventFilter } from '#client/index.ts'
import { aggregate, shownQuantity } from '#kernel/metering/aggregation.ts'
import { type MeteredEvent, matchesFilter } from '#kernel/metering/filter.ts'

/** A sample event and whether it counts. */
export interface SampleResult {
  readonly name: string
  readonly counts: boolean
}

/** The results of a meter for sample events. */
export interface SampleResults {
  readonly events: readonly SampleResult[]
  readonly quantity: number
}

/** Samples of what programs send. */
export const firstSamples = [
  '[',
  '  { "name": "ai.tokens", "metadata": { "model": "large", "tokens": 1500 } },',
  '  { "name": "ai.tokens", "metadata": { "model": "small", "tokens": 80 } },',
  '  { "name": "file.upload", "metadata": { "megabytes": 2.5 } }',
  ']',
].join('\n')

/** The events of a JSON text; null where it is no list of objects. A timestamp may also be written as a date. */
export function samplesOf(text: string): readonly MeteredEvent[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) && parsed.every(isObject) ? parsed.map(eventOf) : null
  } catch {
    return null
  }
}

/** States which of the events count, and what the meter comes to. */
export function resultsOf(events: readonly MeteredEvent[], filter: EventFilter, aggregation: Aggregation): SampleResults {
  const counted = events.filter((event) => matchesFilter(filter, event))
  return {
    events: events.map((event) => ({ name: event.name ?? '–', counts: counted.includes(event) })),
    quantity: shownQuantity(aggregate(aggregation, counted)),
  }
}

function eventOf({ name, source, timestamp, metadata }: Readonly<Record<string, unknown>>): MeteredEvent {
  const seconds = typeof timestamp === 'string' ? Date.parse(timestamp) / 1000 : timestamp
  return {
    ...(typeof name === 'string' && { name }),
    source: typeof source === 'string' ? source : 'user',
    ...(typeof seconds === 'number' && Number.isFinite(seconds) && { timestamp: seconds }),
    metadata: isObject(metadata) ? metadata : {},
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
