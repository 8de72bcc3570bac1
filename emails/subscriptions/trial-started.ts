import { z } from 'zod'
import type { EventPayload } from '#contract/events.ts'
import { onEvent } from '../email.ts'
import { chargeSentences, commonSample, commonValues, pageButton, subscriptionEmail } from './subscription-email.ts'

const values = commonValues.extend({ orderId: z.string(), endsAt: z.iso.datetime() })

/** Whether an order of nothing begins a trial (rule R1): the email about the trial takes the place of its receipt. */
export function beginsTrial(order: EventPayload<'order.paid'>): boolean {
  return order.billing_reason === 'subscription_create' && order.total_amount === 0 && order.subscription?.status === 'trialing'
}

/** Sent to a customer when a free trial begins, instead of a receipt. */
export const trialStarted = subscriptionEmail<z.output<typeof values>>({
  name: 'trial-started',
  values,
  sample: {
    ...commonSample,
    orderId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
    endsAt: '2026-03-26T14:20:00.000Z',
    link: null,
  },
  sentOn: onEvent('order.paid', ({ payload: order }) => {
    const { subscription } = order
    if (!beginsTrial(order) || subscription === null) return null
    return {
      to: order.customer.email,
      language: order.locale,
      key: `trial-started:${order.id}`,
      values: {
        product: order.product.name,
        amount: subscription.amount,
        currency: subscription.currency,
        interval: subscription.recurring_interval,
        hasUsage: false,
        hasPaymentMethod: order.product.is_trial_payment_required,
        timezone: subscription.billing_timezone,
        link: null,
        orderId: order.id,
        endsAt: subscription.trial_end ?? subscription.current_period_end,
      },
    }
  }),
  content: (values, { t, names, day, price, purchase }) => ({
    subject: t('trialStarted.subject', names),
    title: t('trialStarted.title'),
    sentences: [
      t('trialStarted.intro', { ...names, day: day(values.endsAt) }),
      ...(values.hasPaymentMethod
        ? [...chargeSentences(values, { t, price }), t('trialStarted.cancel')]
        : [t('trialStarted.noMethod', { price })]),
    ],
    button: pageButton(t('receipt.view'), purchase?.url ?? null),
  }),
})
