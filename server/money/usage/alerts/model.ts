import { added } from '#platform/http/wire-parts.ts'
import { decimal, flag, type Model, metadata, recorded, text, time, uuid } from '#platform/resource/columns.ts'

export const usageAlertColumns = {
  ...recorded,
  name: text().meta(added('Your own name of the alert. Customers do not see it.')),
  meterId: uuid().fixed().meta(added('The meter. It cannot change.')),
  customerId: uuid().nullable().fixed().meta(added('The customer; null: each customer of the meter. It cannot change.')),
  threshold: decimal().meta(added('The units of the meter, since the last reset, at which the alert triggers.')),
  notifyMerchantEmail: flag().meta(added('Whether the owners of the organization get an email.')),
  notifyCustomerEmail: flag().meta(added('Whether the customer gets an email, in the language of their last purchase.')),
  isEnabled: flag().meta(added('Whether the alert triggers.')),
  metadata: metadata(),
  /** A deleted alert stays with its triggers. */
  deletedAt: time().nullable().private(),
} as const

/** A number of units at which a merchant wants to know what a customer uses of a meter. Times are UTC. */
export type UsageAlert = Model<typeof usageAlertColumns>

export const usageAlertTriggerColumns = {
  id: uuid(),
  organizationId: uuid(),
  alertId: uuid().meta(added('The alert.')),
  meterId: uuid().meta(added('The meter.')),
  customerId: uuid().meta(added('The customer who has reached the threshold.')),
  windowStart: time().nullable().meta(added('Since when usage was counted: the last reset; null before the first one.')),
  threshold: decimal().meta(added('The threshold at that time.')),
  consumed: decimal()
    .as('consumed_units')
    .meta(
      added(
        'What the customer had used since the reset, rounded to 12 decimals. It may be more than the threshold: one event may add many units, and the events of a request count together.',
      ),
    ),
  triggeredAt: time().meta(
    added('When the threshold was reached; of usage that was above it already, when the alert was created or changed.'),
  ),
} as const

/** That a customer has reached the threshold of an alert: once for each alert, customer and window. */
export type UsageAlertTrigger = Model<typeof usageAlertTriggerColumns>

/** The usage of a meter by a customer in one window. */
export interface WindowUsage {
  readonly customerId: string
  /** Null before the first reset. */
  readonly windowStart: Date | null
  /** Units: a decimal, as the nearest number. */
  readonly consumed: number
}
