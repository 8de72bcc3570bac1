import { z } from 'zod'
import { shownQuantity } from '#kernel/metering/aggregation.ts'
import { decimalRational, minus, wholeRational } from '#kernel/numbers/rational.ts'
import { refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { BUCKETS_MAXIMUM, type Bucket, bucketsOf } from '#kernel/time/buckets.ts'
import { isTimeZone } from '#kernel/time/zones.ts'
import type { Meter } from '#merchant/catalogue/meters/model.ts'
import { meter, toMeterWire } from '#merchant/catalogue/meters/wire.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { customer, toCustomerWire } from '#merchant/customers/wire.ts'
import type { EventMetadata } from '#money/usage/events/model.ts'
import {
  actingOrganizationId,
  added,
  id,
  METADATA_KEY_LENGTH,
  METADATA_KEYS,
  METADATA_VALUE_LENGTH,
  metadataFilter,
  nameText,
  oneOrMore,
  oneOrMoreIds,
  PROTOTYPE_KEYS,
  text,
  timestamp,
  toTimestamp,
  unavailable,
} from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import type { IngestionResult } from './actions/ingest-events.ts'
import { type CustomerMeter, customerMeterColumns, type EventDraft } from './model.ts'
import type { Quantities, QuantityScope } from './quantities/reads.ts'
import type { MeterProgress } from './reads.ts'

/** Events of one request, and the bytes of its body (rule E1). */
export const EVENTS_MAXIMUM = 1000
export const EVENTS_BODY_LIMIT = 5 * 1024 * 1024
/** The commas of as many events with every field and as many keys as metadata may have. */
export const EVENTS_COMMAS = EVENTS_MAXIMUM * (10 + METADATA_KEYS)

const NAME_MAXIMUM = 250
const EXTERNAL_ID_MAXIMUM = 250
/** Objects within each other, the metadata itself included. */
const METADATA_DEPTH = 5

const eventMetadata: z.ZodType<EventMetadata, EventMetadata> = z
  .record(
    text(1, METADATA_KEY_LENGTH),
    z.union([
      text(1, METADATA_VALUE_LENGTH),
      z.number(),
      z.boolean(),
      z.lazy((): z.ZodType<EventMetadata, EventMetadata> => eventMetadata),
    ]),
  )
  .superRefine((value, context) => {
    const keys = allKeys(value)
    if (keys.length > METADATA_KEYS)
      context.addIssue({ code: 'too_big', origin: 'map', maximum: METADATA_KEYS, inclusive: true, input: value })
    for (const key of keys.filter((name) => PROTOTYPE_KEYS.has(name)))
      context.addIssue({ code: 'custom', message: `${key} cannot be a key`, input: value })
    if (depthOf(value) > METADATA_DEPTH)
      context.addIssue({ code: 'custom', message: `At most ${METADATA_DEPTH} objects are within each other`, input: value })
  })
  .meta({
    id: 'EventMetadata',
    maxProperties: METADATA_KEYS,
    description: `Values, and objects of values: ${METADATA_KEYS} keys in all. A filter reaches what is within an object by a path with dots.`,
  })

function allKeys(metadata: EventMetadata): string[] {
  return Object.entries(metadata).flatMap(([key, value]) => (typeof value === 'object' ? [key, ...allKeys(value)] : [key]))
}

function depthOf(metadata: EventMetadata): number {
  return 1 + Math.max(0, ...Object.values(metadata).map((value) => (typeof value === 'object' ? depthOf(value) : 0)))
}

/** An event of a body. */
export const eventCreate = z
  .object({
    name: nameText(text(1, NAME_MAXIMUM)),
    timestamp: timestamp.optional().meta({ description: 'When it happened; without it now.' }),
    customer_id: id.optional(),
    external_customer_id: text(1, EXTERNAL_ID_MAXIMUM).optional().meta({
      description: 'Your id of the customer, who may be created later: the event is attached then.',
    }),
    external_id: text(1, EXTERNAL_ID_MAXIMUM)
      .nullish()
      .meta(added('Your id of the event: of several events with the same id only the first is stored.')),
    metadata: eventMetadata.optional(),
    organization_id: actingOrganizationId,
    parent_id: unavailable(),
    member_id: unavailable(),
    external_member_id: unavailable(),
  })
  .superRefine(({ customer_id, external_customer_id }, context) => {
    if ((customer_id === undefined) === (external_customer_id === undefined))
      context.addIssue({ code: 'custom', message: 'Send either customer_id or external_customer_id', path: ['customer_id'] })
  })
  .meta({ id: 'EventCreate' })

export const eventsIngest = z.object({ events: z.array(eventCreate).max(EVENTS_MAXIMUM) }).meta({
  id: 'EventsIngest',
  examples: [
    {
      events: [
        { name: 'ai.tokens', external_customer_id: 'customer-17', external_id: 'request-4711', metadata: { tokens: 1500, model: 'small' } },
      ],
    },
  ],
})

export const eventsIngestResponse = z
  .object({
    inserted: z.int().meta({ description: 'Events that were stored.' }),
    duplicates: z.int().meta(added('Events whose `external_id` was stored before. They change nothing.')),
    uncounted: z
      .array(
        z
          .object({
            meter_id: id.meta({ description: 'The meter that skips the events.' }),
            property: z.string().meta({ description: 'Its property, which is no number in these events, or is missing.' }),
            events: z.int().meta({ description: 'How many events.' }),
          })
          .meta({ id: 'UncountedEvents' }),
      )
      .optional()
      .meta(
        added(
          'Events that were stored and match a meter, and that it skips: their property is missing or no number, such as the text `"10"`. Left out where there are none.',
        ),
      ),
  })
  .meta({ id: 'EventsIngestResponse' })

/** The organization that the events name, and the first one that names it. 422 where one names another. */
export function namedOrganization({ events }: z.output<typeof eventsIngest>): {
  readonly index: number
  readonly organizationId: string | undefined
} {
  const index = Math.max(
    0,
    events.findIndex(({ organization_id }) => organization_id != null),
  )
  const organizationId = events[index]?.organization_id ?? undefined
  const isOther = (each: (typeof events)[number]) => each.organization_id != null && each.organization_id !== organizationId
  refuseProblems(
    events.flatMap((each, at) =>
      isOther(each) ? [valueProblem(['body', 'events', at, 'organization_id'], 'All events of a request are of one organization.')] : [],
    ),
  )
  return { index, organizationId }
}

/** An event of a body. */
export function toEventDraft(event: z.output<typeof eventCreate>): EventDraft {
  const { name, timestamp, customer_id, external_customer_id, external_id, metadata } = event
  return {
    name,
    timestamp: timestamp === undefined ? null : new Date(timestamp),
    customer: customer_id === undefined ? { externalId: external_customer_id ?? '' } : { id: customer_id },
    externalId: external_id ?? null,
    metadata: metadata ?? {},
  }
}

/** The number of events that were stored, as JSON. */
export const toIngestedWire = ({ inserted, duplicates, uncounted }: IngestionResult): z.output<typeof eventsIngestResponse> => ({
  inserted,
  duplicates,
  ...(uncounted.length > 0 && {
    uncounted: uncounted.map(({ meterId, property, events }) => ({ meter_id: meterId, property, events })),
  }),
})

const fields = fieldsOf(customerMeterColumns)

/** The usage of a meter by a customer and what is left of its credits. */
export const customerMeter = z
  .object({
    ...fields.shape,
    balance: z.number().meta({ description: 'What is left of the credits; negative where more was used.' }),
    customer,
    meter,
  })
  .meta({ id: 'CustomerMeter', description: 'Since the last reset: what was used, what was credited, and the difference.' })

/** A customer meter with its customer and its meter. */
export type FullCustomerMeter = CustomerMeter & { readonly customer: Customer; readonly meter: Meter }

/** The figures of a customer meter as JSON. */
export function toFiguresWire(own: CustomerMeter) {
  const { creditedUnits, consumed } = own
  return { ...fields.toWire(own), balance: shownQuantity(minus(wholeRational(creditedUnits), decimalRational(consumed))) }
}

/** The customer meter as JSON. */
export function toCustomerMeterWire(full: FullCustomerMeter, baseUrl: string): z.output<typeof customerMeter> {
  return {
    ...toFiguresWire(full),
    customer: toCustomerWire(full.customer, baseUrl),
    meter: toMeterWire(full.meter),
  }
}

/** The length of a bucket of time. */
export const timeInterval = z.enum(['year', 'month', 'week', 'day', 'hour']).meta({ id: 'TimeInterval' })

export const quantitiesQuery = z.object({
  start_timestamp: timestamp.meta({ description: 'In the first interval, which is counted whole.' }),
  end_timestamp: timestamp.meta({ description: 'In the last interval, which is counted whole.' }),
  interval: timeInterval.meta({ description: 'How long each interval is; a week begins on Monday.' }),
  timezone: z
    .string()
    .optional()
    .meta(
      added(
        'IANA name of the zone in which days, weeks (from Monday), months and years begin. Without it the billing zone of the organization.',
      ),
    ),
  customer_id: oneOrMoreIds,
  external_customer_id: oneOrMore(z.string()),
  metadata: metadataFilter,
  // Without a problem a client that sends it would take the sum over all events for that over customers.
  customer_aggregation_function: unavailable(),
})

const meterQuantity = z
  .object({
    timestamp: timestamp.meta({ description: 'The first instant of the interval.' }),
    quantity: z.number().meta({ description: 'What the meter makes of the events of the interval, rounded to 12 decimals.' }),
  })
  .meta({ id: 'MeterQuantity' })

export const meterQuantities = z
  .object({
    quantities: z.array(meterQuantity).meta({ description: 'One for each interval, in order; without an event it is 0.' }),
    total: z.number().meta({ description: 'What the meter makes of the events of all intervals.' }),
    uncounted_events: z
      .int()
      .optional()
      .meta(
        added(
          'Events of all intervals that the meter matches and skips: its property is missing in them, or no number, such as the text `"10"`. Left out where there are none.',
        ),
      ),
  })
  .meta({
    id: 'MeterQuantities',
    description:
      'The quantity of each interval, from its first instant, and that of all of them together. Intervals without an event are 0.',
  })

export const meterProgress = z
  .object({
    counted_events: z.int().meta({ description: 'The events that are counted, of those that there were when it began.' }),
    total_events: z.int().meta({ description: 'How many events there were when it began.' }),
    completed_at: timestamp.nullable().meta({ description: 'When all of them were counted; null while they are.' }),
  })
  .meta({
    id: 'MeterProgress',
    description:
      'How far a meter that was created or redefined has counted the events that there were before. Later ones are counted as they come.',
  })

/** The progress as JSON. */
export function toProgressWire({ countedEvents, totalEvents, completedAt }: MeterProgress): z.output<typeof meterProgress> {
  return { counted_events: countedEvents, total_events: totalEvents, completed_at: toTimestamp(completedAt) }
}

/** The range of a query, in the zone of the organization unless it names one. Refuses one that cannot be divided (422). */
export function toBuckets(
  { start_timestamp, end_timestamp, interval, timezone }: z.output<typeof quantitiesQuery>,
  zone: string,
): readonly Bucket[] {
  const [start, end] = [new Date(start_timestamp), new Date(end_timestamp)]
  if (timezone !== undefined && !isTimeZone(timezone))
    refuseProblems([valueProblem(['query', 'timezone'], 'This is not the IANA name of a time zone.')])
  if (end < start) refuseProblems([valueProblem(['query', 'end_timestamp'], 'The end is not before the start.')])
  const buckets = bucketsOf({ start, end, interval, timezone: timezone ?? zone })
  if (!buckets) refuseProblems([valueProblem(['query', 'interval'], `A range has at most ${BUCKETS_MAXIMUM} intervals.`)])
  return buckets ?? []
}

/** Whose usage a query counts, and which of it. */
export function toQuantityScope({ customer_id, external_customer_id, metadata }: z.output<typeof quantitiesQuery>): QuantityScope {
  return { customerIds: customer_id, externalCustomerIds: external_customer_id, metadata }
}

/** Quantities as JSON. */
export function toQuantitiesWire({ buckets, total, uncountedEvents }: Quantities): z.output<typeof meterQuantities> {
  return {
    quantities: buckets.map(({ start, quantity }) => ({ timestamp: toTimestamp(start), quantity })),
    total,
    ...(uncountedEvents > 0 && { uncounted_events: uncountedEvents }),
  }
}
