import { z } from 'zod'
import type { Customer } from '#merchant/customers/model.ts'
import { customer, toCustomerWire } from '#merchant/customers/wire.ts'
import {
  added,
  id,
  oneOrMore,
  oneOrMoreIds,
  organizationFilter,
  pageQuery,
  searchText,
  sorting,
  timestamp,
  toTimestamp,
} from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import { eventSource, type UsageEvent, type UsageEventName, usageEventColumns } from './model.ts'

const fields = fieldsOf(usageEventColumns)

/** The fields that newer clients require of an event. */
const newerEventFields = constantFields({
  child_count: [z.int(), 0, 'Always 0: events do not contain others.'],
  parent_id: [id.nullable(), null, 'Always null: events do not contain others.'],
  member_id: [z.string().nullable(), null, 'Always null: every customer is one person.'],
  external_member_id: [z.string().nullable(), null, 'Always null: every customer is one person.'],
})

const sourceSentence = { description: 'Where it was written: `user` by the merchant, `system` here.' }
const label = z.string().meta(added('The name.'))

const eventFields = { ...fields.shape, customer: customer.nullable(), label, ...newerEventFields.shape }

const userEvent = z
  .object({ ...eventFields, source: z.literal('user').meta(sourceSentence) })
  .meta({ id: 'UserEvent', description: 'An event that the merchant has sent.' })

const meterCreditedMetadata = z.object({ meter_id: id, units: z.int(), rollover: z.boolean() }).meta({ id: 'MeterCreditedMetadata' })
const meterResetMetadata = z.object({ meter_id: id }).meta({ id: 'MeterResetMetadata' })

const systemEvent = z
  .discriminatedUnion('name', [
    z
      .object({
        ...eventFields,
        source: z.literal('system').meta(sourceSentence),
        name: z.literal('meter.credited'),
        metadata: meterCreditedMetadata,
      })
      .meta({ id: 'MeterCreditEvent', description: 'A customer was given units of a meter.' }),
    z
      .object({
        ...eventFields,
        source: z.literal('system').meta(sourceSentence),
        name: z.literal('meter.reset'),
        metadata: meterResetMetadata,
      })
      .meta({ id: 'MeterResetEvent', description: 'What a customer has used of a meter was billed, and counts from zero.' }),
  ])
  .meta({ id: 'SystemEvent', description: 'An event that is written here.' })

/** An event as the merchant sees it. */
export const usageEvent = z.discriminatedUnion('source', [systemEvent, userEvent]).meta({ id: 'Event' })

/** An event, and the customer that it belongs to. */
export interface AttachedEvent {
  readonly event: UsageEvent
  readonly customer: Customer | null
}

/**
 * The event as JSON, with the external id that its customer has now; `baseUrl` has no slash at its end. The metadata of a system event is that
 * of its name.
 */
export function toUsageEventWire({ event, customer }: AttachedEvent, baseUrl: string): z.output<typeof usageEvent> {
  const wire = {
    ...fields.toWire(event),
    external_customer_id: customer?.externalId ?? event.externalCustomerId,
    customer: customer && toCustomerWire(customer, baseUrl),
    label: event.name,
    ...newerEventFields.values,
  }
  return wire as z.output<typeof usageEvent>
}

/** A name that events have had, and how often. */
export const eventName = z
  .object({
    name: z.string(),
    source: eventSource,
    occurrences: z.int().meta({ description: 'How many events have the name.' }),
    first_seen: timestamp.meta({ description: 'The time of the earliest of them.' }),
    last_seen: timestamp.meta({ description: 'The time of the latest of them.' }),
    label,
  })
  .meta({ id: 'EventName' })

export const eventNamesQuery = z.object({
  organization_id: organizationFilter,
  customer_id: oneOrMoreIds,
  external_customer_id: oneOrMore(z.string()),
  source: oneOrMore(eventSource).meta({ description: 'Only names of events of these sources.' }),
  query: searchText.meta({ description: 'Part of the name, without regard to case.' }),
  ...pageQuery,
  sorting: sorting(['name', 'occurrences', 'first_seen', 'last_seen'], '-last_seen'),
})

/** The name as JSON. */
export function toEventNameWire({ name, source, occurrences, firstSeen, lastSeen }: UsageEventName): z.output<typeof eventName> {
  return { name, source, occurrences, first_seen: toTimestamp(firstSeen), last_seen: toTimestamp(lastSeen), label: name }
}
