import type { Merchant, MerchantUpdate } from '#client/types.ts'
import { type MerchantSection, t } from './merchant-form.tsx'

export interface BillingRulesValues {
  readonly several: boolean
  readonly customerChanges: boolean
  readonly proration: Merchant['prorationBehavior']
  readonly prefix: string
  readonly series: Merchant['invoiceSeries']
  readonly yearly: boolean
}

/** How subscriptions change, and how invoices are numbered. */
export const billingRulesSection = (): MerchantSection<BillingRulesValues> => ({
  valuesOf: ({ subscriptionSettings, ...merchant }) => ({
    several: subscriptionSettings.allowMultipleSubscriptions,
    customerChanges: subscriptionSettings.allowCustomerUpdates,
    proration: subscriptionSettings.prorationBehavior,
    prefix: merchant.invoicePrefix,
    series: merchant.invoiceSeries,
    yearly: merchant.restartsInvoicesYearly,
  }),
  changesOf,
  rules: { prefix: (prefix) => (/^[A-Z0-9]{1,12}$/.test(prefixOf(prefix)) ? undefined : t('rules.prefixInvalid')) },
  refusals: { paths: { invoice_prefix: 'prefix' }, texts: { prefix: { other: t('rules.prefixInvalid') } } },
  labels: {
    subscriptionSettings: t('rules.subscriptions'),
    invoicePrefix: t('rules.prefix'),
    invoiceSeries: t('rules.series'),
    restartsInvoicesYearly: t('rules.yearly'),
  },
})

const prefixOf = (text: string) => text.trim().toUpperCase()

function changesOf(values: BillingRulesValues, merchant: Merchant): MerchantUpdate {
  const { subscriptionSettings: former } = merchant
  const isSame =
    values.several === former.allowMultipleSubscriptions &&
    values.customerChanges === former.allowCustomerUpdates &&
    values.proration === former.prorationBehavior
  return {
    ...(!isSame && {
      subscriptionSettings: {
        allowMultipleSubscriptions: values.several,
        allowCustomerUpdates: values.customerChanges,
        prorationBehavior: values.proration,
      },
    }),
    ...(prefixOf(values.prefix) !== merchant.invoicePrefix && { invoicePrefix: prefixOf(values.prefix) }),
    ...(values.series !== merchant.invoiceSeries && { invoiceSeries: values.series }),
    ...(values.yearly !== merchant.restartsInvoicesYearly && { restartsInvoicesYearly: values.yearly }),
  }
}

/** The first number of the series: `INV-0001`, with the year `INV-2026-0001`, per customer `INV-7K2P9Q-0001`. */
export function exampleNumber({ prefix, series, yearly }: BillingRulesValues, year: number): string {
  return [prefixOf(prefix) || '…', ...(series === 'customer' ? ['7K2P9Q'] : []), ...(yearly ? [year] : []), '0001'].join('-')
}
