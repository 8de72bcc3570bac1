import { z } from 'zod'
import { recurringInterval } from '#merchant/catalogue/products/wire.ts'
import { id, timestamp } from '#platform/http/wire-parts.ts'
import { subscription } from './wire.ts'

/** The content of the emails about a subscription: it is stored as text, so it carries no credential. */
const notice = z.object({
  organization_id: id,
  subscription_id: id,
  customer_id: id,
  customer_email: z.string(),
  product_name: z.string(),
  /** The amount that is or was to be charged, with tax, in minor units of `currency`; before usage where it is not counted yet. */
  amount: z.int(),
  currency: z.string(),
  recurring_interval: recurringInterval,
  /** Whether usage is charged besides. */
  has_usage: z.boolean(),
  /** Whether a payment method is saved that will be charged. */
  has_payment_method: z.boolean(),
  /** The language of the customer; null if it is unknown. */
  locale: z.string().nullable(),
  /** The IANA zone of the dates that the email writes: the one that the subscription is billed in. */
  timezone: z.string(),
  /** A page of this server for the customer, without a credential in its URL; null: none. */
  link: z.url().nullable(),
})

/** `at` is when it renews, or when the trial ends. */
const upcoming = notice.extend({ at: timestamp })

const paymentFailed = notice.extend({
  order_id: id,
  /** The next automatic attempt; null: none. */
  at: timestamp.nullable(),
  /** When the benefits end unless it is paid, which may be past; null: they stay until `ends_at`. */
  access_ends_at: timestamp.nullable(),
  /** When dunning is over: the subscription then ends, or is unpaid. */
  ends_at: timestamp,
  /** Whether the bank asks the customer to confirm the payment. */
  is_action_required: z.boolean(),
})

/** `at` is when the paid period ends. */
const paymentRecovered = notice.extend({ order_id: id, at: timestamp })

/** The events that a merchant gets; each is about the subscription as it is after the change. */
export const merchantEvents = {
  'subscription.created': { audience: 'merchant', payload: subscription },
  'subscription.updated': { audience: 'merchant', payload: subscription },
  'subscription.active': { audience: 'merchant', payload: subscription },
  'subscription.canceled': { audience: 'merchant', payload: subscription },
  'subscription.uncanceled': { audience: 'merchant', payload: subscription },
  'subscription.revoked': { audience: 'merchant', payload: subscription },
} as const

export type MerchantEventName = keyof typeof merchantEvents

export const subscriptionEvents = {
  ...merchantEvents,
  /** Some days before a renewal, where the merchant reminds of it. */
  'subscription.renewal_upcoming': { audience: 'internal', payload: upcoming },
  /** Some days before a trial becomes paid (rule R4), where the merchant reminds of it. */
  'subscription.trial_ending': { audience: 'internal', payload: upcoming },
  /** A renewal could not be charged (rules U1 and U2), where the merchant says so. */
  'subscription.payment_failed': { audience: 'internal', payload: paymentFailed },
  /** A renewal that could not be charged was paid, where the merchant says so. */
  'subscription.payment_recovered': { audience: 'internal', payload: paymentRecovered },
} as const
