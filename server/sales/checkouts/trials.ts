// The trial of a checkout, and when its first renewal is, as JSON. Pure.
import { z } from 'zod'
import { newerInterval } from '#merchant/products/wire.ts'
import { firstPeriod, type TrialLength } from '#money/subscriptions/model.ts'
import { added, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { constantFields } from '#platform/resource/fields.ts'
import { type FullCheckout, selectedProduct, trialOf } from './model.ts'

/** The fields that say with which trial the subscription of a checkout begins. */
export const trialFields = {
  active_trial_interval: newerInterval.nullable().meta(added('What the trial of this checkout is counted in; null without one.')),
  active_trial_interval_count: z.int().nullable().meta(added('How many of these the trial lasts; null without one.')),
}

/** The fields of a trial that newer clients require of a merchant's checkout. */
export const merchantTrial = constantFields({
  trial_interval: [newerInterval.nullable(), null, 'Always null: the trial is that of the product.'],
  trial_interval_count: [z.int().nullable(), null, 'Always null: the trial is that of the product.'],
})

/** The trial of a checkout; null without one. */
export function toTrialWire(trial: TrialLength | null) {
  return { active_trial_interval: trial?.interval ?? null, active_trial_interval_count: trial?.count ?? null }
}

/** The field of a buyer's view with the time of the first renewal. */
export const renewalField = timestamp
  .nullable()
  .meta(added('When the trial or the first period ends: of a purchase now, or of that which was made. Null for a one-time product.'))

/** When the subscription of a checkout is first renewed, if it starts at `now`, or when it started; null for a one-time product. */
export function toRenewalWire(full: Pick<FullCheckout, 'checkout' | 'products' | 'merchant'>, now: Date): string | null {
  const { checkout, merchant } = full
  const product = selectedProduct(full)
  if (product.recurringInterval === null) return null
  const startedAt = checkout.status === 'succeeded' ? checkout.modifiedAt : null
  const { recurringInterval } = product
  const cycle = { recurringInterval, billingTimezone: merchant.billingTimezone, trial: trialOf(checkout, product) }
  return toTimestamp(firstPeriod(startedAt ?? now, cycle).end)
}
