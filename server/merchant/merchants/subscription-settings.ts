import { z } from 'zod'
import { added } from '#platform/http/wire-parts.ts'

/** The billing of a subscription's price difference when its product changes: an invoice at once, or an item of the next one. */
export type ProrationBehavior = 'invoice' | 'prorate'

/** The final status of a subscription that was not paid for until its deadline (rule U4). */
export const dunningFinals = ['canceled', 'unpaid'] as const

/** When a change of the product takes effect (rule P10). */
export const changeTimes = ['now', 'period_end'] as const

/** For how many days after the first failed payment a customer keeps the benefits (rule U5). */
export const gracePeriods = [0, 2, 7, 14, 21] as const

/** The emails about their subscriptions that customers get; those about a cancellation and an end are always sent. */
export interface SubscriptionEmails {
  /** Before a renewal. */
  readonly renewalUpcoming: boolean
  /** Before a trial becomes paid (rule R4). */
  readonly trialEnding: boolean
  readonly paymentFailed: boolean
  readonly paymentRecovered: boolean
}

/** The merchant's rules for subscriptions. */
export interface SubscriptionSettings {
  readonly allowMultipleSubscriptions: boolean
  readonly allowCustomerUpdates: boolean
  readonly prorationBehavior: ProrationBehavior
  readonly dunningFinal: (typeof dunningFinals)[number]
  /** Days from the first failed payment. */
  readonly benefitRevocationGracePeriod: (typeof gracePeriods)[number]
  /** Of a change to a product that costs more. */
  readonly applyUpgrades: (typeof changeTimes)[number]
  /** Of a change to a product that costs less or the same. */
  readonly applyDowngrades: (typeof changeTimes)[number]
  readonly emails: SubscriptionEmails
}

/** The rules of a merchant that has not chosen any. */
export const DEFAULT_SUBSCRIPTION_SETTINGS: SubscriptionSettings = {
  allowMultipleSubscriptions: false,
  allowCustomerUpdates: true,
  prorationBehavior: 'prorate',
  dunningFinal: 'canceled',
  benefitRevocationGracePeriod: 2,
  applyUpgrades: 'now',
  applyDowngrades: 'now',
  emails: { renewalUpcoming: false, trialEnding: true, paymentFailed: true, paymentRecovered: true },
}

type Changes<Settings> = { readonly [Field in keyof Settings]?: Settings[Field] | null | undefined }

/** Changes of the rules: what is omitted or null stays, so that clients which know only some fields keep the others. */
export type SubscriptionSettingsChanges = Changes<Omit<SubscriptionSettings, 'emails'>> & {
  readonly emails?: Changes<SubscriptionEmails> | null | undefined
}

/** The rules after a change. */
export function changeSettings(settings: SubscriptionSettings, changes: SubscriptionSettingsChanges): SubscriptionSettings {
  const { emails, ...others } = changes
  return { ...settings, ...named(others), emails: { ...settings.emails, ...named(emails ?? {}) } }
}

function named<Settings>(changes: Changes<Settings>): Partial<Settings> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null && value !== undefined)) as Partial<Settings>
}

export const prorationBehavior = z.enum(['invoice', 'prorate']).meta({ id: 'SubscriptionProrationBehavior' })
const changeTime = z.enum(changeTimes).meta({ id: 'SubscriptionChangeTime' })
const dunningFinal = z.enum(dunningFinals).meta({ id: 'SubscriptionDunningFinal' })
const gracePeriod = z.literal(gracePeriods)

const about = {
  grace: 'For how many days after the first failed payment a customer keeps the benefits.',
  final: 'What a subscription is after 21 days without payment: `canceled`, or `unpaid` until it is paid.',
  upgrades: 'When a change to a product that costs more takes effect.',
  downgrades: 'When a change to a product that costs less or the same takes effect.',
  emails: 'Which emails about subscriptions customers get; those about a cancellation and an end are always sent.',
}

const emails = z
  .object({ renewal_upcoming: z.boolean(), trial_ending: z.boolean(), payment_failed: z.boolean(), payment_recovered: z.boolean() })
  .meta({ id: 'OrganizationSubscriptionEmails' })

/** The rules in an answer. */
export const subscriptionSettings = z
  .object({
    allow_multiple_subscriptions: z.boolean(),
    allow_customer_updates: z.boolean(),
    proration_behavior: prorationBehavior,
    benefit_revocation_grace_period: z.int().meta(added(about.grace)),
    prevent_trial_abuse: z.boolean().meta(added('Always true: a customer, an address and a card get one trial of a product.')),
    dunning_final: dunningFinal.meta(added(about.final)),
    apply_upgrades: changeTime.meta(added(about.upgrades)),
    apply_downgrades: changeTime.meta(added(about.downgrades)),
    emails: emails.meta(added(about.emails)),
  })
  .meta({ id: 'OrganizationSubscriptionSettings' })

/** Changes of the rules in a body. */
export const subscriptionSettingsInput = z
  .object({
    allow_multiple_subscriptions: z.boolean().nullish(),
    allow_customer_updates: z.boolean().nullish(),
    proration_behavior: prorationBehavior.nullish(),
    benefit_revocation_grace_period: gracePeriod.nullish().meta(added(about.grace)),
    prevent_trial_abuse: z
      .literal(true)
      .nullish()
      .meta(added('Only true is accepted: a customer, an address and a card get one trial of a product.')),
    dunning_final: dunningFinal.nullish().meta(added(about.final)),
    apply_upgrades: changeTime.nullish().meta(added(about.upgrades)),
    apply_downgrades: changeTime.nullish().meta(added(about.downgrades)),
    emails: z
      .object({
        renewal_upcoming: z.boolean().nullish(),
        trial_ending: z.boolean().nullish(),
        payment_failed: z.boolean().nullish(),
        payment_recovered: z.boolean().nullish(),
      })
      .meta({ id: 'OrganizationSubscriptionEmailsInput' })
      .nullish()
      .meta(added(about.emails)),
  })
  .meta({ id: 'OrganizationSubscriptionSettingsInput' })

/** The rules as JSON. */
export function toSubscriptionSettingsWire(settings: SubscriptionSettings): z.output<typeof subscriptionSettings> {
  return {
    allow_multiple_subscriptions: settings.allowMultipleSubscriptions,
    allow_customer_updates: settings.allowCustomerUpdates,
    proration_behavior: settings.prorationBehavior,
    benefit_revocation_grace_period: settings.benefitRevocationGracePeriod,
    prevent_trial_abuse: true,
    dunning_final: settings.dunningFinal,
    apply_upgrades: settings.applyUpgrades,
    apply_downgrades: settings.applyDowngrades,
    emails: {
      renewal_upcoming: settings.emails.renewalUpcoming,
      trial_ending: settings.emails.trialEnding,
      payment_failed: settings.emails.paymentFailed,
      payment_recovered: settings.emails.paymentRecovered,
    },
  }
}

/** The changes of a body. */
export function toSubscriptionSettingsChanges(body: z.output<typeof subscriptionSettingsInput>): SubscriptionSettingsChanges {
  return {
    allowMultipleSubscriptions: body.allow_multiple_subscriptions,
    allowCustomerUpdates: body.allow_customer_updates,
    prorationBehavior: body.proration_behavior,
    dunningFinal: body.dunning_final,
    benefitRevocationGracePeriod: body.benefit_revocation_grace_period,
    applyUpgrades: body.apply_upgrades,
    applyDowngrades: body.apply_downgrades,
    emails: body.emails && {
      renewalUpcoming: body.emails.renewal_upcoming,
      trialEnding: body.emails.trial_ending,
      paymentFailed: body.emails.payment_failed,
      paymentRecovered: body.emails.payment_recovered,
    },
  }
}

/** The flags of newer clients about the emails that customers get: a receipt, and those of subscriptions. */
export function customerEmailsOf({ emails }: SubscriptionSettings): Record<string, boolean> {
  return {
    order_confirmation: true,
    payment_method_expiration_reminder: false,
    subscription_cancellation: true,
    subscription_confirmation: false,
    subscription_cycled: true,
    subscription_cycled_after_trial: true,
    subscription_past_due: emails.paymentFailed,
    subscription_paused: false,
    subscription_resumed: false,
    subscription_renewal_reminder: emails.renewalUpcoming,
    subscription_revoked: true,
    subscription_trial_conversion_reminder: emails.trialEnding,
    subscription_uncanceled: false,
    subscription_updated: false,
  }
}
