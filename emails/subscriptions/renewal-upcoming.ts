import { z } from 'zod'
import { onEvent } from '../email.ts'
import { chargeSentences, commonOf, commonSample, commonValues, pageButton, subscriptionEmail } from './subscription-email.ts'

/** `at` is when the subscription renews. */
const values = commonValues.extend({ at: z.iso.datetime() })

/** Sent to a customer some days before a renewal. */
export const renewalUpcoming = subscriptionEmail<z.output<typeof values>>({
  name: 'renewal-upcoming',
  values,
  sample: { ...commonSample, at: '2026-04-12T14:20:00.000Z' },
  sentOn: onEvent('subscription.renewal_upcoming', ({ payload }) => ({
    to: payload.customer_email,
    language: payload.locale,
    key: `renewal-upcoming:${payload.subscription_id}:${payload.at}`,
    values: { ...commonOf(payload), at: payload.at },
  })),
  content: (values, { t, names, day, price }) => ({
    subject: t('renewalUpcoming.subject', { ...names, day: day(values.at) }),
    title: t('renewalUpcoming.title'),
    sentences: [
      t('renewalUpcoming.intro', { ...names, day: day(values.at) }),
      ...chargeSentences(values, { t, price }),
      ...(values.hasPaymentMethod || values.amount === 0 ? [] : [t('renewalUpcoming.noMethod')]),
    ],
    button: pageButton(t('subscription.manage'), values.link),
  }),
})
