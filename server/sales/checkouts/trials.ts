// The trial of a checkout as JSON. Pure.
import { z } from 'zod'
import { newerInterval } from '#merchant/catalogue/products/wire.ts'
import type { TrialLength } from '#money/billing/subscriptions/model.ts'
import { added } from '#platform/http/wire-parts.ts'
import { constantFields } from '#platform/resource/fields.ts'

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
