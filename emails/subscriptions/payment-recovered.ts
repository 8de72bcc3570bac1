import { z } from 'zod'
import { onEvent } from '../email.ts'
import { commonOf, commonSample, commonValues, pageButton, subscriptionEmail } from './subscription-email.ts'

/** `at` is when the paid period ends. */
const values = commonValues.extend({ at: z.iso.datetime() })

/** Sent to a customer when a renewal that could not be charged is paid. */
export const paymentRecovered = subscriptionEmail<z.output<typeof values>>({
  name: 'payment-recovered',
  values,
  sample: { ...commonSample, at: '2026-04-12T14:20:00.000Z' },
  sentOn: onEvent('subscription.payment_recovered', ({ payload }) => ({
    to: payload.customer_email,
    language: payload.locale,
    key: `payment-recovered:${payload.order_id}`,
    values: { ...commonOf(payload), at: payload.at },
  })),
  content: (values, { t, names, day, amount }) => ({
    subject: t('paymentRecovered.subject', names),
    title: t('paymentRecovered.title'),
    sentences: [t('paymentRecovered.intro', { ...names, amount }), t('paymentRecovered.until', { day: day(values.at) })],
    button: pageButton(t('subscription.manage'), values.link),
  }),
})
