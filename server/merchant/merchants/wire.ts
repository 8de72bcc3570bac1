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
  timestamp,
  toTimestamp,
  trimmedText,
} from '#platform/http/wire-parts.ts'
import { type Merchant, socialPlatforms } from './model.ts'
import type { MerchantChanges } from './rules.ts'

const NAME_MAXIMUM = 250
const SLUG_MINIMUM = 3
const SOCIALS_MAXIMUM = 50

const socialPlatform = z.enum(socialPlatforms).meta({ id: 'OrganizationSocialPlatforms' })
const socialLink = z.object({ platform: socialPlatform, url: httpUrl }).meta({ id: 'OrganizationSocialLink' })
const prorationBehavior = z.enum(['invoice', 'prorate']).meta({ id: 'SubscriptionProrationBehavior' })

const featureSettings = z
  .object({ issue_funding_enabled: z.boolean(), usage_based_billing_enabled: z.boolean() })
  .meta({ id: 'OrganizationFeatureSettings' })

const featureSettingsInput = z
  .object({ issue_funding_enabled: z.boolean().optional(), usage_based_billing_enabled: z.boolean().optional() })
  .meta({ id: 'OrganizationFeatureSettingsInput' })

const subscriptionSettings = z
  .object({ allow_multiple_subscriptions: z.boolean(), allow_customer_updates: z.boolean(), proration_behavior: prorationBehavior })
  .meta({ id: 'OrganizationSubscriptionSettings' })

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

/** A merchant as returned to every caller with access, including buyers on the checkout page. */
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
    mode: z.enum(['test', 'live']).meta(added('`test` sells through the sandbox; `live` takes real money.')),
    default_currency: z.string().meta(added('The currency of a price that names none, lower-case ISO 4217.')),
    billing_timezone: z.string().meta(added('The IANA zone in which billing months are counted.')),
  })
  .meta({ id: 'Organization' })

export type OrganizationWire = z.output<typeof organization>

export const organizationUpdate = z
  .object({
    name: nameText(trimmedText(3, NAME_MAXIMUM)).nullish(),
    avatar_url: httpUrl.nullish(),
    email: emailText.nullish(),
    website: httpUrl.nullish(),
    socials: z.array(socialLink).max(SOCIALS_MAXIMUM).nullish(),
    details: details.nullish(),
    feature_settings: featureSettingsInput.nullish(),
    subscription_settings: subscriptionSettings.nullish(),
    default_currency: z.string().nullish().meta(added('The currency of a price that names none, lower-case ISO 4217.')),
    billing_timezone: z.string().nullish().meta(added('The IANA zone in which billing months are counted.')),
  })
  .meta({ id: 'OrganizationUpdate' })

const slug = trimmedText(SLUG_MINIMUM, SLUG_MAXIMUM).refine(isSlug, 'Input should be lower-case letters, digits and single dashes')

/** Creates an organization through /v1: the fields of `organization/create` and the profile. */
export const organizationCreate = organizationUpdate
  .extend({ name: nameText(trimmedText(3, NAME_MAXIMUM)), slug })
  .meta({ id: 'OrganizationCreate' })

export const organizationList = listResource('Organization', organization)

export const organizationListQuery = z.object({
  slug: z.string().optional(),
  ...pageQuery,
  sorting: sorting(['created_at', 'slug', 'name'], 'created_at'),
})

/** The merchant as JSON. */
export function toOrganizationWire(merchant: Merchant): OrganizationWire {
  const features = merchant.featureSettings
  return {
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
    subscription_settings: {
      allow_multiple_subscriptions: merchant.subscriptionSettings.allowMultipleSubscriptions,
      allow_customer_updates: merchant.subscriptionSettings.allowCustomerUpdates,
      proration_behavior: merchant.subscriptionSettings.prorationBehavior,
    },
    mode: merchant.mode,
    default_currency: merchant.defaultCurrency,
    billing_timezone: merchant.billingTimezone,
  }
}

/** The changes of a body. */
export function toMerchantChanges(body: z.output<typeof organizationUpdate>): MerchantChanges {
  const features = body.feature_settings
  const settings = body.subscription_settings
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
    subscriptionSettings: settings && {
      allowMultipleSubscriptions: settings.allow_multiple_subscriptions,
      allowCustomerUpdates: settings.allow_customer_updates,
      prorationBehavior: settings.proration_behavior,
    },
    defaultCurrency: body.default_currency,
    billingTimezone: body.billing_timezone,
  }
}
