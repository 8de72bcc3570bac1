import { z } from 'zod'
import { added } from '#platform/http/wire-parts.ts'
import { json, type Model, oneOf, recorded, text, time, uuid } from '#platform/resource/columns.ts'

/** `user`: the merchant has sent it · `system`: it is written here, such as a credit of a meter. */
export const eventSource = z.enum(['system', 'user']).meta({ id: 'EventSource' })

export type EventSource = z.output<typeof eventSource>

/** One value of the metadata of an event: a scalar, or an object of such values. */
export type EventValue = string | number | boolean | { readonly [key: string]: EventValue }
type ShownValue = string | number | boolean | Record<string, unknown>

/** An event may be sent so long after the open period began and is still billed (rule E5). */
export const LATE_DAYS = 35

/** The content of an event besides its name: the merchant's own keys and values. */
export type EventMetadata = Readonly<Record<string, EventValue>>

// Not recursive, since the types of the client are made from it: what is written into the table is checked by those who write.
const eventMetadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.unknown())]))

const { id, organizationId } = recorded

/** Events never change: only the customer is set later, where an event has arrived before its customer. */
export const usageEventColumns = {
  id,
  organizationId,
  timestamp: time().fixed().meta({ description: 'When it has happened.' }),
  name: text().fixed(),
  source: oneOf(eventSource).fixed(),
  customerId: uuid().nullable(),
  externalCustomerId: text().nullable(),
  externalId: text().nullable().fixed().meta(added('The id that the sender has given the event.')),
  metadata: json<EventMetadata, Record<string, ShownValue>>(eventMetadata, (values) => ({ ...values }))
    .fixed()
    .meta({ description: 'Values that the sender has given the event; a filter names one inside another by a path: `usage.tokens`.' }),
} as const

/**
 * The usage of a customer of a merchant, or what has happened to a meter of the customer. `id` is a UUID v7 of `timestamp`, which is UTC.
 * `externalCustomerId` is the external id by which the event was sent; `customerId` is null while no customer has it.
 */
export type UsageEvent = Model<typeof usageEventColumns>

/** A name that events of a source have had: how often, and when first and last. */
export interface UsageEventName {
  readonly name: string
  readonly source: EventSource
  readonly occurrences: number
  readonly firstSeen: Date
  readonly lastSeen: Date
}
