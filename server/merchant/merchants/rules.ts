import type { Outcome } from '#kernel/changes/outcome.ts'
import { changeOf } from '#kernel/changes/unchanged.ts'
import { isCurrency } from '#kernel/money.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { isOrigin } from '#kernel/request/origin.ts'
import { isTimeZone } from '#kernel/time/zones.ts'
import { type BusinessDetailsChanges, businessAddressProblems, changeBusinessDetails } from './business-details.ts'
import { changeDisputeSettings, type DisputeSettingsChanges } from './dispute-settings.ts'
import type { Details, FeatureSettings, InvoiceSettings, Merchant, SocialLink } from './model.ts'
import { changePortalSettings, type PortalSettingsChanges } from './portal-settings.ts'
import { changeSettings, type SubscriptionSettingsChanges } from './subscription-settings.ts'

/** The fields that can change. A field that is omitted, or null where it cannot be cleared, stays as it is. */
export interface MerchantChanges {
  readonly name?: string | null | undefined
  readonly avatarUrl?: string | null | undefined
  readonly email?: string | null | undefined
  readonly website?: string | null | undefined
  readonly socials?: readonly SocialLink[] | null | undefined
  readonly details?: Details | null | undefined
  readonly featureSettings?: FeatureSettings | null | undefined
  readonly subscriptionSettings?: SubscriptionSettingsChanges | null | undefined
  readonly portalSettings?: PortalSettingsChanges | undefined
  readonly disputeSettings?: DisputeSettingsChanges | undefined
  readonly defaultCurrency?: string | null | undefined
  readonly billingTimezone?: string | null | undefined
  readonly invoiceSettings?: { readonly [Field in keyof InvoiceSettings]: InvoiceSettings[Field] | null | undefined }
  readonly businessDetails?: BusinessDetailsChanges | null | undefined
  readonly allowedEmbedOrigins?: readonly string[] | null | undefined
  readonly accentColor?: string | null | undefined
  readonly statementName?: string | null | undefined
}

/** Updates a merchant's profile and settings. The details are stored the first time they are sent and never replaced. */
export function update(merchant: Merchant, changes: MerchantChanges, now: Date): Outcome<Merchant, 'organization.updated'> {
  const problems: Problem[] = []
  const currency = changes.defaultCurrency ?? merchant.defaultCurrency
  if (!isCurrency(currency)) problems.push(valueProblem(['body', 'default_currency'], 'This is not a currency that can be sold in.'))
  const zone = changes.billingTimezone ?? merchant.billingTimezone
  if (!isTimeZone(zone)) problems.push(valueProblem(['body', 'billing_timezone'], 'This is not the IANA name of a time zone.'))
  const origins = changes.allowedEmbedOrigins?.map((origin) => origin.toLowerCase())
  origins?.forEach((origin, index) => {
    if (!origin.startsWith('https://') || !isOrigin(origin))
      problems.push(valueProblem(['body', 'allowed_embed_origins', index], 'This is not the https origin of a web page.'))
  })
  const businessDetails = changeBusinessDetails(merchant.businessDetails, changes.businessDetails ?? {})
  if (changes.businessDetails?.address) problems.push(...businessAddressProblems(changes.businessDetails.address))
  refuseProblems(problems)
  const invoices = changes.invoiceSettings
  const isSubmitted = merchant.detailsSubmittedAt === null && changes.details !== null && changes.details !== undefined
  return changeOf(merchant, {
    next: {
      ...merchant,
      name: changes.name ?? merchant.name,
      avatarUrl: changes.avatarUrl === undefined ? merchant.avatarUrl : changes.avatarUrl,
      email: changes.email === undefined ? merchant.email : changes.email,
      website: changes.website === undefined ? merchant.website : changes.website,
      socials: changes.socials ?? merchant.socials,
      details: isSubmitted ? (changes.details ?? null) : merchant.details,
      detailsSubmittedAt: isSubmitted ? now : merchant.detailsSubmittedAt,
      featureSettings: changes.featureSettings ?? merchant.featureSettings,
      subscriptionSettings: changeSettings(merchant.subscriptionSettings, changes.subscriptionSettings ?? {}),
      portalSettings: changePortalSettings(merchant.portalSettings, changes.portalSettings ?? {}),
      disputeSettings: changeDisputeSettings(merchant.disputeSettings, changes.disputeSettings ?? {}),
      defaultCurrency: currency,
      billingTimezone: zone,
      invoiceSettings: {
        prefix: invoices?.prefix ?? merchant.invoiceSettings.prefix,
        series: invoices?.series ?? merchant.invoiceSettings.series,
        restartsYearly: invoices?.restartsYearly ?? merchant.invoiceSettings.restartsYearly,
      },
      businessDetails,
      allowedEmbedOrigins: origins ? [...new Set(origins)] : merchant.allowedEmbedOrigins,
      accentColor: changes.accentColor === undefined ? merchant.accentColor : (changes.accentColor?.toLowerCase() ?? null),
      statementName: changes.statementName === undefined ? merchant.statementName : changes.statementName,
      modifiedAt: now,
    },
    events: ['organization.updated'],
  })
}
