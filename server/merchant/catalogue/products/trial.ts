import { z } from 'zod'
import { type Problem, valueProblem } from '#kernel/refusal.ts'
import { added } from '#platform/http/wire-parts.ts'
import { flag, integer, type Model, oneOf } from '#platform/resource/columns.ts'

/** The unit in which a trial is counted. */
export type TrialInterval = 'day' | 'week' | 'month' | 'year'

/** An interval of trials and meters in the schemas of newer clients. */
export const trialInterval = z.enum(['day', 'week', 'month', 'year']).meta({ id: 'TrialInterval' })

const COUNT_MAXIMUM = 1000

const about = {
  interval: 'What `trial_interval_count` counts; null: no trial.',
  count: 'How many intervals a subscription is free at its start; null: no trial.',
  payment: 'Whether a trial begins only with a payment method; without one it ends the subscription.',
}

/** The free trial at the start of a subscription (rule R1): interval and count are both null, or neither is. */
export const trialColumns = {
  trialInterval: oneOf<TrialInterval>(trialInterval).nullable().meta(added(about.interval)),
  trialIntervalCount: integer().nullable().meta(added(about.count)),
  isTrialPaymentRequired: flag().meta(added(about.payment)),
} as const

export type Trial = Model<typeof trialColumns>

/** The trial of a new product that names none. */
export const NO_TRIAL: Trial = { trialInterval: null, trialIntervalCount: null, isTrialPaymentRequired: true }

/** The fields of a body. A null interval or count is no trial; what is omitted stays. */
export const trialBody = {
  trial_interval: trialInterval.nullish().meta(added(about.interval)),
  trial_interval_count: z.int().min(1).max(COUNT_MAXIMUM).nullish().meta(added(about.count)),
  is_trial_payment_required: z.boolean().nullish().meta(added(about.payment)),
}

export type TrialChanges = { readonly [Field in keyof Trial]?: Trial[Field] | null | undefined }

/** The trial of a body. */
export function toTrialChanges(body: {
  readonly trial_interval?: TrialInterval | null | undefined
  readonly trial_interval_count?: number | null | undefined
  readonly is_trial_payment_required?: boolean | null | undefined
}): TrialChanges {
  return {
    trialInterval: body.trial_interval,
    trialIntervalCount: body.trial_interval_count,
    isTrialPaymentRequired: body.is_trial_payment_required,
  }
}

/** The trial after its changes. An interval that is cleared clears its count, and the other way round. */
export function changeTrial(trial: Trial, { trialInterval, trialIntervalCount, isTrialPaymentRequired }: TrialChanges): Trial {
  const clears = (one: unknown, other: unknown) => one === null && other === undefined
  const isCleared = clears(trialInterval, trialIntervalCount) || clears(trialIntervalCount, trialInterval)
  return {
    trialInterval: isCleared ? null : trialInterval === undefined ? trial.trialInterval : trialInterval,
    trialIntervalCount: isCleared ? null : trialIntervalCount === undefined ? trial.trialIntervalCount : trialIntervalCount,
    isTrialPaymentRequired: isTrialPaymentRequired ?? trial.isTrialPaymentRequired,
  }
}

/** The problems of a trial: only a recurring product has one, and it has an interval and a count. */
export function trialProblems({ trialInterval, trialIntervalCount }: Trial, isRecurring: boolean): Problem[] {
  if (trialInterval === null && trialIntervalCount === null) return []
  if (!isRecurring) {
    const field = trialInterval === null ? 'trial_interval_count' : 'trial_interval'
    return [valueProblem(['body', field], 'Only a recurring product has a trial.')]
  }
  if (trialInterval === null) return [valueProblem(['body', 'trial_interval'], 'A trial has an interval.')]
  if (trialIntervalCount === null) return [valueProblem(['body', 'trial_interval_count'], 'A trial has a number of intervals.')]
  return []
}
