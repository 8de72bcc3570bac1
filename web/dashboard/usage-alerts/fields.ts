import type { Customer, UsageAlert } from '#client/index.ts'
import { locale } from '#web/language.ts'
import { quantityText } from '#web/parts/meters/quantity.ts'
import { t } from '#web/parts/usage-alerts/messages.ts'
import { flag, text } from '#web/shell/form/kinds.ts'
import { resourceForm } from '#web/shell/form/resource-form.ts'
import { filled } from '#web/ui/inputs/rules.ts'
import { parseDecimal } from '#web/ui/text/decimal.ts'

const EXAMPLE = 1000.5
const THRESHOLD_MAXIMUM = 1_000_000_000_000_000
/** Emails about an alert that the owners get within an hour, as the server limits them. */
const OWNER_EMAILS_PER_HOUR = 20

/** The form values of an alert. */
export interface AlertValues {
  readonly name: string
  /** As it was typed. */
  readonly threshold: string
  /** Null: each customer. */
  readonly customer: Customer | null
  readonly notifyMerchantEmail: boolean
  readonly notifyCustomerEmail: boolean
}

/** Typed text as a number of units; null where it is none above zero. */
export function thresholdOf(typed: string, locale: string): number | null {
  const decimal = parseDecimal(typed, locale)
  return decimal === null || Number(decimal) <= 0 ? null : Number(decimal)
}

/** The form of a usage alert. Its customer stays. */
export const alertForm = resourceForm<UsageAlert, AlertValues>({
  fields: {
    name: text({ label: t('form.name'), hint: t('form.nameHint'), rule: filled(t('form.nameMissing')), input: { maxLength: 250 } }),
    threshold: {
      label: t('form.threshold'),
      isRequired: true,
      read: (alert) => (alert === null ? '' : quantityText(locale, alert.threshold)),
      write: (typed) => thresholdOf(typed, locale) ?? 0,
      rule: (typed) => {
        const threshold = thresholdOf(typed, locale)
        if (threshold === null) return t('form.thresholdInvalid', { example: quantityText(locale, EXAMPLE) })
        return threshold > THRESHOLD_MAXIMUM ? t('form.thresholdHigh', { maximum: quantityText(locale, THRESHOLD_MAXIMUM) }) : undefined
      },
      input: { autoComplete: 'off', inputMode: 'decimal', numeric: true },
    },
    customer: {
      label: t('form.customer'),
      hint: t('form.customerHint'),
      as: 'customerId',
      isFixed: true,
      read: () => null,
      write: (customer) => customer?.id ?? null,
    },
    notifyMerchantEmail: flag({ label: t('form.owners'), hint: t('form.ownersHint', { count: OWNER_EMAILS_PER_HOUR }), initial: true }),
    notifyCustomerEmail: flag({ label: t('form.notifyCustomer'), hint: t('form.notifyCustomerHint'), initial: false }),
  },
})
