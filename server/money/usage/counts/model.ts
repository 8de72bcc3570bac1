import type { EventMetadata } from '#money/usage/events/model.ts'
import { decimal, integer, type Model, recorded, time, uuid } from '#platform/resource/columns.ts'
import type { MeterDefinition } from './deltas.ts'

export { meteredPrices, type SubscriptionMeter } from './billing/model.ts'
export { amountSoFar } from './billing/rules.ts'

/** The customer that an event names: by id, or by the merchant's own id, which no customer may have yet. */
export type EventCustomer = { readonly id: string } | { readonly externalId: string }

/** An event as it was sent. */
export interface EventDraft {
  readonly name: string
  /** When it happened; null is now. */
  readonly timestamp: Date | null
  readonly customer: EventCustomer
  /** The sender's own id of the event, by which a repeated one is known. */
  readonly externalId: string | null
  readonly metadata: EventMetadata
}

/** A meter whose figures are kept. */
export interface FiguredMeter extends MeterDefinition {
  /** Later events are added when they are stored; those up to here are counted by a job. */
  readonly liveAfter: number
  /** Events that the job has counted, of those that there were when it began. */
  readonly countedEvents: number
  readonly totalEvents: number
  /** Null while the job is at work. */
  readonly completedAt: Date | null
}

export const customerMeterColumns = {
  ...recorded,
  customerId: uuid().fixed(),
  meterId: uuid().fixed(),
  windowStart: time().nullable().private(),
  consumed: decimal().as('consumed_units').meta({ description: 'What was used since the last reset, rounded to 12 decimals.' }),
  creditedUnits: integer().meta({ description: 'What was credited since the last reset.' }),
} as const

/** The usage of a meter by a customer since the last reset, and what was credited. */
export type CustomerMeter = Model<typeof customerMeterColumns>
