import { z } from 'zod'
import { isSlug, SLUG_MAXIMUM } from '#kernel/text.ts'
import {
  added,
  emailText,
  httpUrl,
  id,
  listResource,
  nameText,
  pageQuery,
  sorting,
  text,
  timestamp,
  toTimestamp,
  trimmedText,
  unavailable,
} from '#platform/http/wire-parts.ts'
import { constantFields, picked } from '#platform/resource/fields.ts'
import { businessDetails, businessDetailsInput, toBusinessDetailsChanges, toBusinessDetailsWire } from './business-details.ts'
import { disputeSettings, disputeSettingsInput, toDisputeSettingsChanges, toDisputeSettingsWire } from './dispute-settings.ts'
import { invoiceSeries, isBlocked, type Merchant, socialPlatforms, taxBehaviors } from './model.ts'
import { portalSettings, portalSettingsInput, toPortalSettingsChanges, toPortalSettingsWire } from './portal-settings.ts'
import type { MerchantChanges } from './rules.ts'
import {
  customerEmailsOf,
  DEFAULT_SUBSCRIPTION_SETTINGS,
  prorationBehavior,
  subscriptionSettings,
  subscriptionSettingsInput,
  toSubscriptionSettingsChanges,
  toSubscriptionSettingsWire,
} from './subscription-settings.ts'

export { prorationBehavior }

const NAME_MAXIMUM = 250
const SLUG_MINIMUM = 3
const SOCIALS_MAXIMUM = 50
const EMBED_ORIGINS_MAXIMUM = 20
const ORIGIN_MAXIMUM = 255
const STATEMENT_MINIMUM = 5
const STATEMENT_MAXIMUM = 22
const NOT_A_STATEMENT_NAME = 'Input should be letters, digits, spaces, ".", "&" and "-", with at least one letter'

const socialPlatform = z.enum(socialPlatforms).meta({ id: 'OrganizationSocialPlatforms' })
const socialLink = z.object({ platform: socialPlatform, url: httpUrl }).meta({ id: 'OrganizationSocialLink' })

const featureSettings = z
  .object({ issue_funding_enabled: z.boolean(), usage_based_billing_enabled: z.boolean() })
  .meta({ id: 'OrganizationFeatureSettings' })

const featureSettingsInput = z
  .object({ issue_funding_enabled: z.boolean().optional(), usage_based_billing_enabled: z.boolean().optional() })
  .meta({ id: 'OrganizationFeatureSettingsInput' })

const emailSettings = z
  .record(z.string(), z.boolean())
  .meta({ id: 'OrganizationCustomerEmailSettings', examples: [customerEmailsOf(DEFAULT_SUBSCRIPTION_SETTINGS)] })
const capabilities = z
  .object({
    checkout_payments: z.boolean(),
    subscription_renewals: z.boolean(),
    payouts: z.boolean(),
    refunds: z.boolean(),
    api_access: z.boolean(),
    dashboard_access: z.boolean(),
  })
  .meta({ id: 'OrganizationCapabilities' })

/** The capabilities of every organization. */
const allowed = { subscription_renewals: false, payouts: false, refunds: false, api_access: true, dashboard_access: true }

const newerFields = constantFields({
  onboarding_resubmission_requested_at: [timestamp.nullable(), null, 'Always null: organizations are not reviewed.'],
  sso_enforced: [z.boolean(), false, 'Always false: single sign-on is not available yet.'],
  account_id: [z.string().nullable(), null, 'Always null: Guildhall pays nothing out.'],
  payout_account_id: [z.string().nullable(), null, 'Always null: Guildhall pays nothing out.'],
})

const taxFields = {
  tax_enabled: z.boolean().meta(added('Whether it collects taxes: `PATCH /v1/organizations/{id}/tax-settings`.')),
  default_tax_behavior: z
    .enum(taxBehaviors)
    .meta({ id: 'DefaultTaxBehavior' })
    .meta(added('Whether its prices contain the tax; `location`: by the country of the buyer.')),
  country: z.string().nullable().meta(added('The country of the business, once it is named for its taxes.')),
}

const newerBody = {
  legal_entity: unavailable(),
  country: unavailable(),
  customer_email_settings: unavailable(),
  embed_hosts: unavailable(),
  default_tax_behavior: unavailable('location'),
  sso_enforced: unavailable(false),
  tax_enabled: unavailable(false),
}

const series = z.enum(invoiceSeries).meta({ id: 'InvoiceSeries' })
const about = {
  currency: 'The currency of a price that names none, lower-case ISO 4217.',
  zone: 'The IANA zone in which billing months are counted.',
  prefix: 'What the numbers of invoices begin with: 1 to 12 upper-case letters and digits. `INV` until it is set.',
  series: 'What invoices are counted by: the whole `organization`, or each `customer`.',
  business: 'Who sells, as invoices and credit notes name them.',
  yearly: 'Whether the numbers of invoices contain the year and start again with each.',
  origins:
    'The https origins of the pages that may embed a checkout. Empty: a checkout that the API creates may name any as its `embed_origin`; one of a link, only the origin of `website` or of its `success_url`.',
  clock: 'The simulated time of a test merchant, where its test clock stands still; null in real time.',
  statement: 'What buyers read on the statements of their cards: 5 to 22 letters, digits, spaces, `.`, `&` and `-`, with a letter.',
  accent:
    'The colour of buttons and links on the checkout page, `#1f6feb`; it is moved towards black or white until text on it is legible.',
}

const details = z
  .object({
    about: z.string(),
    product_description: z.string(),
    intended_use: z.string(),
    customer_acquisition: z.array(z.string()).max(SOCIALS_MAXIMUM),
    future_annual_revenue: z.int().min(0),
    switching: z.boolean().optional(),
    switching_from: z.enum(['paddle', 'lemon_squeezy', 'gumroad', 'stripe', 'other']).nullish(),
    previous_annual_revenue: z.int().min(0).optional(),
  })
  .meta({ id: 'OrganizationDetails' })

/** A merchant as returned to its own members and tokens. */
export const organization = z
  .object({
    created_at: timestamp,
    modified_at: timestamp.nullable(),
    id,
    name: z.string(),
    slug: z.string(),
    avatar_url: z.string().nullable(),
    email: z.string().nullable(),
    website: z.string().nullable(),
    socials: z.array(socialLink),
    details_submitted_at: timestamp.nullable(),
    feature_settings: featureSettings.nullable(),
    subscription_settings: subscriptionSettings,
    ...newerFields.shape,
    ...taxFields,
    customer_email_settings: emailSettings.meta(added('Which emails customers get. Some follow from `subscription_settings`.')),
    customer_portal_settings: portalSettings.meta(
      added('What customers may see and change in the portal. `update_plan` is `allow_customer_updates`.'),
    ),
    dispute_settings: disputeSettings.meta(added('What follows from disputes of payments.')),
    status: z
      .enum(['created', 'active', 'blocked'])
      .meta({ id: 'OrganizationStatus' })
      .meta(added('`blocked` while the operator lets the organization take no payment, otherwise `active`.')),
    capabilities: capabilities.meta(added('What the organization can do; `checkout_payments` is false while it is blocked.')),
    proration_behavior: prorationBehavior.meta(added('The same as in `subscription_settings`.')),
    allow_customer_updates: z.boolean().meta(added('The same as in `subscription_settings`.')),
    default_presentment_currency: z.string().meta(added('The same as `default_currency`.')),
    mode: z.enum(['test', 'live']).meta(added('`test` sells through the sandbox; `live` takes real money.')),
    default_currency: z.string().meta(added(about.currency)),
    billing_timezone: z.string().meta(added(about.zone)),
    invoice_prefix: z.string().meta(added(about.prefix)),
    invoice_series: series.meta(added(about.series)),
    restarts_invoices_yearly: z.boolean().meta(added(about.yearly)),
    business_details: businessDetails.meta(added(about.business)),
    allowed_embed_origins: z.array(z.string()).meta(added(about.origins)),
    embed_hosts: z.array(z.string()).meta(added('The hosts of `allowed_embed_origins`.')),
    accent_color: z.string().nullable().meta(added(about.accent)),
    statement_name: z.string().nullable().meta(added(about.statement)),
    test_clock_time: timestamp.nullable().meta(added(about.clock)),
  })
  .meta({ id: 'Organization' })

export type OrganizationWire = z.output<typeof organization>

/**
 * A merchant as buyers see it, on the checkout page and in the portal: what published clients require, and what the pages show. A new setting is
 * no part of it by itself.
 */
export const publicOrganization = organization
  .pick({
    created_at: true,
    modified_at: true,
    id: true,
    name: true,
    slug: true,
    avatar_url: true,
    email: true,
    website: true,
    socials: true,
    details_submitted_at: true,
    feature_settings: true,
    subscription_settings: true,
    onboarding_resubmission_requested_at: true,
    sso_enforced: true,
    account_id: true,
    payout_account_id: true,
    tax_enabled: true,
    default_tax_behavior: true,
    country: true,
    customer_email_settings: true,
    customer_portal_settings: true,
    status: true,
    capabilities: true,
    proration_behavior: true,
    allow_customer_updates: true,
    default_presentment_currency: true,
    mode: true,
    default_currency: true,
    billing_timezone: true,
    embed_hosts: true,
    accent_color: true,
    statement_name: true,
    test_clock_time: true,
  })
  .meta({ id: 'OrganizationPublic' })

export type PublicOrganizationWire = z.output<typeof publicOrganization>

export const organizationUpdate = z
  .object({
    name: nameText(trimmedText(3, NAME_MAXIMUM)).nullish(),
    avatar_url: httpUrl.nullish(),
    email: emailText.nullish(),
    website: httpUrl.nullish(),
    socials: z.array(socialLink).max(SOCIALS_MAXIMUM).nullish(),
    details: details.nullish(),
    feature_settings: featureSettingsInput.nullish(),
    subscription_settings: subscriptionSettingsInput.nullish(),
    ...newerBody,
    customer_portal_settings: portalSettingsInput,
    dispute_settings: disputeSettingsInput,
    default_presentment_currency: z.string().nullish().meta(added('Another name of `default_currency`, which wins.')),
    default_currency: z.string().nullish().meta(added(about.currency)),
    billing_timezone: z.string().nullish().meta(added(about.zone)),
    invoice_prefix: z
      .string()
      .regex(/^[A-Z0-9]{1,12}$/)
      .nullish()
      .meta(added(about.prefix)),
    invoice_series: series.nullish().meta(added(about.series)),
    restarts_invoices_yearly: z.boolean().nullish().meta(added(about.yearly)),
    business_details: businessDetailsInput.nullish().meta(added(about.business)),
    allowed_embed_origins: z.array(text(1, ORIGIN_MAXIMUM)).max(EMBED_ORIGINS_MAXIMUM).nullish().meta(added(about.origins)),
    accent_color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/)
      .nullish()
      .meta(added(about.accent)),
    statement_name: trimmedText(STATEMENT_MINIMUM, STATEMENT_MAXIMUM)
      .refine((text) => /^[A-Za-z0-9 .&-]{1,22}$/.test(text) && /[A-Za-z]/.test(text), NOT_A_STATEMENT_NAME)
      .nullish()
      .meta(added(about.statement)),
  })
  .meta({
    id: 'OrganizationUpdate',
    examples: [{ name: 'Northwind Tools', website: 'https://northwind.example/', default_currency: 'eur' }],
  })

const slug = trimmedText(SLUG_MINIMUM, SLUG_MAXIMUM).refine(isSlug, 'Input should be lower-case letters, digits and single dashes')

/** Creates an organization through /v1: the fields of `organization/create` and the profile. */
export const organizationCreate = organizationUpdate
  .extend({ name: nameText(trimmedText(3, NAME_MAXIMUM)), slug })
  .meta({ id: 'OrganizationCreate', examples: [{ name: 'Northwind Tools', slug: 'northwind-tools' }] })

export const organizationList = listResource('Organization', organization)

export const organizationListQuery = z.object({
  slug: z.string().optional(),
  ...pageQuery,
  sorting: sorting(['created_at', 'slug', 'name'], 'created_at'),
})

/** The merchant as JSON for buyers. */
export function toPublicOrganizationWire(merchant: Merchant): PublicOrganizationWire {
  return picked(publicOrganization, toOrganizationWire(merchant))
}

/** The merchant as JSON. */
export function toOrganizationWire(merchant: Merchant): OrganizationWire {
  const features = merchant.featureSettings
  const settings = merchant.subscriptionSettings
  return {
    ...newerFields.values,
    tax_enabled: merchant.taxSettings.isEnabled,
    default_tax_behavior: merchant.taxSettings.behavior,
    country: merchant.taxSettings.origin,
    status: isBlocked(merchant) ? 'blocked' : 'active',
    capabilities: { ...allowed, checkout_payments: !isBlocked(merchant) },
    created_at: toTimestamp(merchant.createdAt),
    modified_at: toTimestamp(merchant.modifiedAt),
    id: merchant.id,
    name: merchant.name,
    slug: merchant.slug,
    avatar_url: merchant.avatarUrl,
    email: merchant.email,
    website: merchant.website,
    socials: merchant.socials.map(({ platform, url }) => ({ platform, url })),
    details_submitted_at: toTimestamp(merchant.detailsSubmittedAt),
    feature_settings: features && {
      issue_funding_enabled: features.issueFundingEnabled,
      usage_based_billing_enabled: features.usageBasedBillingEnabled,
    },
    subscription_settings: toSubscriptionSettingsWire(settings),
    customer_email_settings: customerEmailsOf(settings),
    customer_portal_settings: toPortalSettingsWire(merchant.portalSettings, settings.allowCustomerUpdates),
    dispute_settings: toDisputeSettingsWire(merchant.disputeSettings),
    proration_behavior: settings.prorationBehavior,
    allow_customer_updates: settings.allowCustomerUpdates,
    default_presentment_currency: merchant.defaultCurrency,
    mode: merchant.mode,
    default_currency: merchant.defaultCurrency,
    billing_timezone: merchant.billingTimezone,
    invoice_prefix: merchant.invoiceSettings.prefix,
    invoice_series: merchant.invoiceSettings.series,
    restarts_invoices_yearly: merchant.invoiceSettings.restartsYearly,
    business_details: toBusinessDetailsWire(merchant.businessDetails),
    allowed_embed_origins: [...merchant.allowedEmbedOrigins],
    embed_hosts: merchant.allowedEmbedOrigins.map((origin) => new URL(origin).host),
    accent_color: merchant.accentColor,
    statement_name: merchant.statementName,
    test_clock_time: toTimestamp(merchant.frozenAt),
  }
}

/** The changes of a body. */
export function toMerchantChanges(body: z.output<typeof organizationUpdate>): MerchantChanges {
  const features = body.feature_settings
  const settings = body.subscription_settings
  const updatePlan = body.customer_portal_settings?.subscription?.update_plan
  return {
    name: body.name,
    avatarUrl: body.avatar_url,
    email: body.email,
    website: body.website,
    socials: body.socials,
    details: body.details,
    featureSettings: features && {
      issueFundingEnabled: features.issue_funding_enabled ?? false,
      usageBasedBillingEnabled: features.usage_based_billing_enabled ?? false,
    },
    subscriptionSettings: { allowCustomerUpdates: updatePlan, ...(settings && toSubscriptionSettingsChanges(settings)) },
    portalSettings: toPortalSettingsChanges(body.customer_portal_settings),
    disputeSettings: toDisputeSettingsChanges(body.dispute_settings),
    defaultCurrency: body.default_currency ?? body.default_presentment_currency,
    billingTimezone: body.billing_timezone,
    invoiceSettings: {
      prefix: body.invoice_prefix,
      series: body.invoice_series,
      restartsYearly: body.restarts_invoices_yearly,
    },
    businessDetails: body.business_details && toBusinessDetailsChanges(body.business_details),
    allowedEmbedOrigins: body.allowed_embed_origins,
    accentColor: body.accent_color,
    statementName: body.statement_name,
  }
}
