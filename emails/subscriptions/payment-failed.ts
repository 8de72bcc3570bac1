import { z } from 'zod'
import { onEvent } from '../email.ts'
import { commonOf, commonSample, commonValues, pageButton, type SubscriptionWriter, subscriptionEmail } from './subscription-email.ts'

const values = commonValues.extend({
  failedAt: z.iso.datetime(),
  /** The next automatic attempt; null: none. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** When the benefits end; null: they stay until `endsAt`. */
  accessEndsAt: z.iso.datetime().nullable(),
  /** When collection ends, and with it the subscription. */
  endsAt: z.iso.datetime(),
  /** Whether the bank asks the customer to confirm the payment. */
  isActionRequired: z.boolean(),
})

type FailedValues = z.output<typeof values>

/** Sent to a customer when a renewal could not be charged (rules U1 and U2). */
export const paymentFailed = subscriptionEmail<FailedValues>({
  name: 'payment-failed',
  values,
  sample: {
    ...commonSample,
    failedAt: '2026-03-12T14:20:00.000Z',
    nextAttemptAt: '2026-03-14T14:20:00.000Z',
    accessEndsAt: '2026-03-14T14:20:00.000Z',
    endsAt: '2026-04-02T14:20:00.000Z',
    isActionRequired: false,
  },
  sentOn: onEvent('subscription.payment_failed', ({ payload, happenedAt }) => ({
    to: payload.customer_email,
    language: payload.locale,
    key: `payment-failed:${payload.order_id}:${happenedAt.getTime()}`,
    values: {
      ...commonOf(payload),
      failedAt: happenedAt.toISOString(),
      nextAttemptAt: payload.at,
      accessEndsAt: payload.access_ends_at,
      endsAt: payload.ends_at,
      isActionRequired: payload.is_action_required,
    },
  })),
  content: (values, writer) => {
    const { t, names, amount } = writer
    const of = values.isActionRequired ? 'confirm' : 'declined'
    return {
      subject: t(`paymentFailed.${of}.subject`, names),
      title: t(`paymentFailed.${of}.title`),
      sentences: [t(`paymentFailed.${of}.intro`, { ...names, amount }), ...nextStep(values, writer), ...access(values, writer)],
      button: pageButton(t(values.isActionRequired ? 'paymentFailed.confirm.button' : 'subscription.updateMethod'), values.link),
    }
  },
})

function nextStep({ nextAttemptAt, hasPaymentMethod, isActionRequired }: FailedValues, { t, day }: SubscriptionWriter): string[] {
  if (!hasPaymentMethod) return [t('paymentFailed.noMethod')]
  const next = nextAttemptAt === null ? [] : [t('paymentFailed.next', { day: day(nextAttemptAt) })]
  if (isActionRequired) return [t('paymentFailed.confirm.how'), ...next]
  return nextAttemptAt === null ? [t('paymentFailed.otherMethod')] : next
}

// Both days in one sentence each; where access stays until the end, that is the only day.
function access({ accessEndsAt, endsAt, failedAt }: FailedValues, { t, day }: SubscriptionWriter): string[] {
  const end = t('paymentFailed.ends', { day: day(endsAt) })
  if (accessEndsAt === null || Date.parse(accessEndsAt) >= Date.parse(endsAt)) return [end]
  const isOver = Date.parse(accessEndsAt) <= Date.parse(failedAt)
  return [isOver ? t('paymentFailed.accessEnded') : t('paymentFailed.accessEnds', { day: day(accessEndsAt) }), end]
}
