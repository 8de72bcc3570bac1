import type { Customer, UsageAlert, UsageAlertCreate, UsageAlertUpdate } from '#client/index.ts'
import { quantityText } from '#web/parts/meters/quantity.ts'
import { filled, type Rules } from '#web/ui/inputs/rules.ts'
import { parseDecimal } from '#web/ui/text/decimal.ts'
import type { FaultTable } from '../field-faults.ts'
import { t } from './messages.ts'

const EXAMPLE = 1000.5
const THRESHOLD_MAXIMUM = 1_000_000_000_000_000

/** The form values of an alert. */
export interface AlertValues {
  readonly name: string
  /** As it was typed. */
  readonly threshold: string
  /** Null: each customer. */
  readonly customer: Customer | null
  readonly notifiesOwners: boolean
  readonly notifiesCustomer: boolean
}

/** The form values of an alert, or of a new one. */
export function valuesOf(alert: UsageAlert | null, locale: string): AlertValues {
  if (alert === null) return { name: '', threshold: '', customer: null, notifiesOwners: true, notifiesCustomer: false }
  return {
    name: alert.name,
    threshold: quantityText(locale, alert.threshold),
    customer: null,
    notifiesOwners: alert.notifyMerchantEmail,
    notifiesCustomer: alert.notifyCustomerEmail,
  }
}

/** Typed text as a number of units; null where it is none above zero. */
export function thresholdOf(typed: string, locale: string): number | null {
  const decimal = parseDecimal(typed, locale)
  return decimal === null || Number(decimal) <= 0 ? null : Number(decimal)
}

/** What must hold for the form. */
export const alertRules = (locale: string): Rules<AlertValues> => ({
  name: filled(t('form.nameMissing')),
  threshold: (typed) => {
    const threshold = thresholdOf(typed, locale)
    if (threshold === null) return t('form.thresholdInvalid', { example: quantityText(locale, EXAMPLE) })
    return threshold > THRESHOLD_MAXIMUM ? t('form.thresholdHigh', { maximum: quantityText(locale, THRESHOLD_MAXIMUM) }) : undefined
  },
})

/** What the refusals of the server mean. */
export const alertRefusals: FaultTable<keyof AlertValues> = { paths: { customer_id: 'customer' } }

/** The body of the create request. */
export const creationOf = (
  values: AlertValues,
  { meterId, organizationId, locale }: { readonly meterId: string; readonly organizationId: string; readonly locale: string },
): UsageAlertCreate => ({
  organizationId,
  meterId,
  customerId: values.customer?.id ?? null,
  ...changesOf(values, locale),
})

/** The body of the update request. */
export const changesOf = (values: AlertValues, locale: string) =>
  ({
    name: values.name.trim(),
    threshold: thresholdOf(values.threshold, locale) ?? 0,
    notifyMerchantEmail: values.notifiesOwners,
    notifyCustomerEmail: values.notifiesCustomer,
  }) satisfies UsageAlertUpdate
