import { z } from 'zod'
import { onEvent } from '../email.ts'
import { commonOfSubscription, commonSample, commonValues, subscriptionEmail } from './subscription-email.ts'

/** `endsAt` is when the subscription ends: with its period. */
const values = commonValues.extend({ endsAt: z.iso.datetime() })

/** Sent to a customer whose subscription was set to end with its period (rule K1), as a confirmation. */
export const subscriptionCanceled = subscriptionEmail<z.output<typeof values>>({
  name: 'subscription-canceled',
  values,
  sample: { ...commonSample, link: null, endsAt: '2026-04-12T14:20:00.000Z' },
  // Where it has ended already, the email about its end says all.
  sentOn: onEvent('subscription.canceled', ({ payload: subscription }) =>
    subscription.ended_at === null && subscription.ends_at !== null
      ? {
          to: subscription.customer.email,
          language: subscription.locale,
          key: `subscription-canceled:${subscription.id}:${subscription.canceled_at}`,
          values: { ...commonOfSubscription(subscription), endsAt: subscription.ends_at },
        }
      : null,
  ),
  content: ({ endsAt, hasUsage }, { t, names, day }) => ({
    subject: t('subscriptionCanceled.subject', names),
    title: t('subscriptionCanceled.title'),
    sentences: [
      t('subscriptionCanceled.intro', { ...names, day: day(endsAt) }),
      t(hasUsage ? 'subscriptionCanceled.usage' : 'subscriptionCanceled.nothing'),
    ],
  }),
})
