import { z } from 'zod'
import type { EventPayload } from '#contract/events.ts'
import { onEvent } from '../email.ts'
import { commonOfSubscription, commonSample, commonValues, subscriptionEmail } from './subscription-email.ts'

const reasons = ['canceled', 'notPaid', 'unpaid', 'trial'] as const

const values = commonValues.extend({
  endedAt: z.iso.datetime(),
  /** Canceled; not paid until its deadline, and over or waiting for the payment; or nothing to pay with when the trial ended. */
  reason: z.enum(reasons),
})

type EndedValues = z.output<typeof values>

/** Sent to a customer whose subscription has ended, or waits for its payment after the deadline (rule U4). */
export const subscriptionEnded = subscriptionEmail<EndedValues>({
  name: 'subscription-ended',
  values,
  sample: { ...commonSample, link: null, endedAt: '2026-04-12T14:20:00.000Z', reason: 'notPaid' },
  sentOn: onEvent('subscription.revoked', ({ payload: subscription, happenedAt }) => {
    const endedAt = subscription.ended_at ?? happenedAt.toISOString()
    return {
      to: subscription.customer.email,
      language: subscription.locale,
      key: `subscription-ended:${subscription.id}:${endedAt}`,
      values: { ...commonOfSubscription(subscription), endedAt, reason: reasonOf(subscription) },
    }
  }),
  content: ({ endedAt, reason }, { t, names, day }) => {
    const of = reason === 'unpaid' ? 'unpaid' : 'ended'
    return {
      subject: t(`subscriptionEnded.${of}.subject`, names),
      title: t(`subscriptionEnded.${of}.title`),
      sentences: [t(`subscriptionEnded.${of}.intro`, { ...names, day: day(endedAt) }), t(`subscriptionEnded.reasons.${reason}`)],
    }
  },
})

function reasonOf({
  status,
  past_due_at,
  trial_end,
  ended_at,
  cancel_at_period_end,
}: EventPayload<'subscription.revoked'>): EndedValues['reason'] {
  if (status === 'unpaid') return 'unpaid'
  if (past_due_at !== null) return 'notPaid'
  return trial_end !== null && trial_end === ended_at && !cancel_at_period_end ? 'trial' : 'canceled'
}
