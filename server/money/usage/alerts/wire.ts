import { z } from 'zod'
import type { Meter } from '#merchant/catalogue/meters/model.ts'
import { meter, toMeterWire } from '#merchant/catalogue/meters/wire.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { customer, toCustomerWire } from '#merchant/customers/wire.ts'
import {
  actingOrganizationId,
  added,
  addition,
  EXAMPLE_ID,
  id,
  metadataInput,
  nameText,
  pageQuery,
  trimmedText,
} from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { type UsageAlert, type UsageAlertTrigger, usageAlertColumns, usageAlertTriggerColumns } from './model.ts'
import type { UsageAlertChanges, UsageAlertDraft } from './rules.ts'

const NAME_MAXIMUM = 250
const THRESHOLD_MAXIMUM = 1_000_000_000_000_000

const fields = fieldsOf(usageAlertColumns)
const triggerFields = fieldsOf(usageAlertTriggerColumns)

/** An alert about usage. */
export const usageAlert = z.object(fields.shape).meta({ id: 'UsageAlert', ...addition })

export type UsageAlertWire = z.output<typeof usageAlert>

const name = nameText(trimmedText(1, NAME_MAXIMUM))
const threshold = z.number().gt(0).max(THRESHOLD_MAXIMUM)

export const usageAlertCreate = z
  .object({
    name: name.meta(added('Your own name of the alert. Customers do not see it.')),
    meter_id: id.meta(added('The meter, which is not archived.')),
    customer_id: id.nullish().meta(added('The customer; without it each customer of the meter.')),
    threshold: threshold.meta(added('The units of the meter, since the last reset, at which the alert triggers.')),
    notify_merchant_email: z.boolean().optional().meta(added('Whether the owners of the organization get an email; true by default.')),
    notify_customer_email: z.boolean().optional().meta(added('Whether the customer gets an email; false by default.')),
    is_enabled: z.boolean().optional().meta(added('Whether the alert triggers; true by default.')),
    metadata: metadataInput.optional(),
    organization_id: actingOrganizationId,
  })
  .meta({
    id: 'UsageAlertCreate',
    ...addition,
    examples: [{ name: 'Much used', meter_id: EXAMPLE_ID, threshold: 100_000, notify_customer_email: true }],
  })

export const usageAlertUpdate = z
  .object({
    name: name.nullish().meta(added('Your own name of the alert.')),
    threshold: threshold.nullish().meta(added('The units at which the alert triggers: usage that is above it already triggers at once.')),
    notify_merchant_email: z.boolean().nullish().meta(added('Whether the owners of the organization get an email.')),
    notify_customer_email: z.boolean().nullish().meta(added('Whether the customer gets an email.')),
    is_enabled: z.boolean().nullish().meta(added('Whether the alert triggers.')),
    metadata: metadataInput.nullish(),
  })
  .meta({ id: 'UsageAlertUpdate', ...addition, examples: [{ threshold: 50_000 }, { is_enabled: false }] })

/** That a customer has reached the threshold of an alert. */
export const usageAlertTrigger = z
  .object({ ...triggerFields.shape, customer: customer.meta(added('The customer.')) })
  .meta({ id: 'UsageAlertTrigger', ...addition })

/** The selection of triggers of an alert, and their page. */
export const triggersQuery = z.object({
  customer_id: id.optional().meta(added('Only triggers by this customer.')),
  ...pageQuery,
})

/** The same as webhooks get it: with its alert and its meter. */
export const fullTrigger = z.object({
  ...triggerFields.shape,
  alert: usageAlert.meta({ description: 'The alert as it was then.' }),
  customer: customer.meta({ description: 'The customer as it was then.' }),
  meter: meter.meta({ description: 'The meter as it was then.' }),
})

/** A trigger with its customer. */
export type TriggerWithCustomer = UsageAlertTrigger & { readonly customer: Customer }

/** A trigger with all that it is about. */
export interface FullTrigger {
  readonly trigger: UsageAlertTrigger
  readonly alert: UsageAlert
  readonly customer: Customer
  readonly meter: Meter
}

/** The alert as JSON. */
export const toUsageAlertWire = (alert: UsageAlert): UsageAlertWire => fields.toWire(alert)

/** The trigger as JSON. */
export const toTriggerWire = (trigger: UsageAlertTrigger) => triggerFields.toWire(trigger)

/** The trigger as JSON, with its customer. */
export function toUsageAlertTriggerWire(trigger: TriggerWithCustomer, baseUrl: string): z.output<typeof usageAlertTrigger> {
  return { ...triggerFields.toWire(trigger), customer: toCustomerWire(trigger.customer, baseUrl) }
}

/** The trigger as JSON, with all that it is about. */
export function toFullTriggerWire(full: FullTrigger, baseUrl: string): z.output<typeof fullTrigger> {
  return {
    ...triggerFields.toWire(full.trigger),
    alert: toUsageAlertWire(full.alert),
    customer: toCustomerWire(full.customer, baseUrl),
    meter: toMeterWire(full.meter),
  }
}

/** The draft of a body. */
export function toUsageAlertDraft(body: z.output<typeof usageAlertCreate>): UsageAlertDraft {
  return {
    name: body.name,
    meterId: body.meter_id,
    customerId: body.customer_id ?? null,
    threshold: body.threshold,
    notifyMerchantEmail: body.notify_merchant_email ?? true,
    notifyCustomerEmail: body.notify_customer_email ?? false,
    isEnabled: body.is_enabled ?? true,
    metadata: body.metadata ?? {},
  }
}

/** The changes of a body. */
export function toUsageAlertChanges(body: z.output<typeof usageAlertUpdate>): UsageAlertChanges {
  return {
    name: body.name,
    threshold: body.threshold,
    notifyMerchantEmail: body.notify_merchant_email,
    notifyCustomerEmail: body.notify_customer_email,
    isEnabled: body.is_enabled,
    metadata: body.metadata,
  }
}
