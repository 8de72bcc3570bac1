import { z } from 'zod'
import { onEvent } from '../email.ts'
import { chargeSentences, commonOf, commonSample, commonValues, pageButton, subscriptionEmail } from './subscription-email.ts'

/** `at` is when the trial ends. */
const values = commonValues.extend({ at: z.iso.datetime() })

/** Sent to a customer some days before a trial becomes paid (rule R4). */
export const trialEnding = subscriptionEmail<z.output<typeof values>>({
  name: 'trial-ending',
  values,
  sample: { ...commonSample, at: '2026-03-26T14:20:00.000Z' },
  sentOn: onEvent('subscription.trial_ending', ({ payload }) => ({
    to: payload.customer_email,
    language: payload.locale,
    key: `trial-ending:${payload.subscription_id}:${payload.at}`,
    values: { ...commonOf(payload), at: payload.at },
  })),
  content: (values, { t, names, day, price }) => ({
    subject: t('trialEnding.subject', { ...names, day: day(values.at) }),
    title: t('trialEnding.title'),
    sentences: [
      t('trialEnding.intro', { ...names, day: day(values.at) }),
      ...(values.hasPaymentMethod
        ? [...chargeSentences(values, { t, price }), t('trialEnding.cancel')]
        : [t('trialEnding.noMethod', { price })]),
    ],
    button: pageButton(t(values.hasPaymentMethod ? 'subscription.manage' : 'subscription.updateMethod'), values.link),
  }),
})
