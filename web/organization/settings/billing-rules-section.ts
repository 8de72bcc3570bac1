import type { Merchant, MerchantUpdate } from '#client/types.ts'
import { type MerchantSection, t } from './merchant-form.tsx'

type Settings = Merchant['subscriptionSettings']
type GracePeriod = NonNullable<NonNullable<MerchantUpdate['subscriptionSettings']>['benefitRevocationGracePeriod']>

/** The days that customers may keep their benefits after the first failed payment. */
export const gracePeriods = [0, 2, 7, 14, 21] as const

export interface BillingRulesValues {
  readonly several: boolean
  readonly customerChanges: boolean
  readonly showsUsage: boolean
  readonly emailChanges: boolean
  readonly proration: Merchant['prorationBehavior']
  readonly upgrades: Settings['applyUpgrades']
  readonly downgrades: Settings['applyDowngrades']
  /** Days, as the text of their choice. */
  readonly grace: string
  readonly final: Settings['dunningFinal']
  /** Whether a lost dispute ends access. */
  readonly revokesLost: boolean
  readonly emails: Settings['emails']
  readonly prefix: string
  readonly series: Merchant['invoiceSeries']
  readonly yearly: boolean
}

/** The settings of how subscriptions change and are collected, which emails customers get, and how invoices are numbered. */
export const billingRulesSection = (): MerchantSection<BillingRulesValues> => ({
  valuesOf: ({ subscriptionSettings, customerPortalSettings, disputeSettings, ...merchant }) => ({
    several: subscriptionSettings.allowMultipleSubscriptions,
    customerChanges: subscriptionSettings.allowCustomerUpdates,
    showsUsage: customerPortalSettings.usage.show,
    emailChanges: customerPortalSettings.customer.allowEmailChange,
    proration: subscriptionSettings.prorationBehavior,
    upgrades: subscriptionSettings.applyUpgrades,
    downgrades: subscriptionSettings.applyDowngrades,
    grace: String(subscriptionSettings.benefitRevocationGracePeriod),
    final: subscriptionSettings.dunningFinal,
    revokesLost: disputeSettings.revokeAccessWhenLost,
    emails: subscriptionSettings.emails,
    prefix: merchant.invoicePrefix,
    series: merchant.invoiceSeries,
    yearly: merchant.restartsInvoicesYearly,
  }),
  changesOf,
  rules: { prefix: (prefix) => (/^[A-Z0-9]{1,12}$/.test(prefixOf(prefix)) ? undefined : t('rules.prefixInvalid')) },
  refusals: { paths: { invoice_prefix: 'prefix' }, texts: { prefix: { other: t('rules.prefixInvalid') } } },
  labels: {
    subscriptionSettings: t('rules.subscriptions'),
    customerPortalSettings: t('rules.portal'),
    disputeSettings: t('rules.disputes'),
    invoicePrefix: t('rules.prefix'),
    invoiceSeries: t('rules.series'),
    restartsInvoicesYearly: t('rules.yearly'),
  },
})

const prefixOf = (text: string) => text.trim().toUpperCase()

function changesOf(values: BillingRulesValues, merchant: Merchant): MerchantUpdate {
  const settings = changedSettings(values, merchant.subscriptionSettings)
  const { usage, customer } = merchant.customerPortalSettings
  const portal = {
    ...(values.showsUsage !== usage.show && { usage: { show: values.showsUsage } }),
    ...(values.emailChanges !== customer.allowEmailChange && { customer: { allowEmailChange: values.emailChanges } }),
  }
  return {
    ...(Object.keys(settings).length > 0 && { subscriptionSettings: settings }),
    ...(Object.keys(portal).length > 0 && { customerPortalSettings: portal }),
    ...(values.revokesLost !== merchant.disputeSettings.revokeAccessWhenLost && {
      disputeSettings: { revokeAccessWhenLost: values.revokesLost },
    }),
    ...(prefixOf(values.prefix) !== merchant.invoicePrefix && { invoicePrefix: prefixOf(values.prefix) }),
    ...(values.series !== merchant.invoiceSeries && { invoiceSeries: values.series }),
    ...(values.yearly !== merchant.restartsInvoicesYearly && { restartsInvoicesYearly: values.yearly }),
  }
}

/** The settings of subscriptions that differ. */
function changedSettings(values: BillingRulesValues, former: Settings): NonNullable<MerchantUpdate['subscriptionSettings']> {
  const { emails: formerEmails, ...formerOthers } = former
  const others = {
    allowMultipleSubscriptions: values.several,
    allowCustomerUpdates: values.customerChanges,
    prorationBehavior: values.proration,
    applyUpgrades: values.upgrades,
    applyDowngrades: values.downgrades,
    benefitRevocationGracePeriod: Number(values.grace) as GracePeriod,
    dunningFinal: values.final,
  }
  const emails = differing(values.emails, formerEmails)
  return { ...differing(others, formerOthers), ...(Object.keys(emails).length > 0 && { emails }) }
}

function differing<Values extends object>(values: Values, former: object): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== Reflect.get(former, name))) as Partial<Values>
}

/** The first number of the series: `INV-0001`, with the year `INV-2026-0001`, per customer `INV-7K2P9Q-0001`. */
export function exampleNumber({ prefix, series, yearly }: BillingRulesValues, year: number): string {
  return [prefixOf(prefix) || '…', ...(series === 'customer' ? ['7K2P9Q'] : []), ...(yearly ? [year] : []), '0001'].join('-')
}
