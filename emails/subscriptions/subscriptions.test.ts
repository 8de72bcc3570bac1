import { expect, test } from 'vitest'
import { sampleContext } from '../index.ts'
import { receipt } from '../receipt.ts'
import { paymentFailed } from './payment-failed.ts'
import { paymentRecovered } from './payment-recovered.ts'
import { renewalUpcoming } from './renewal-upcoming.ts'
import { subscriptionCanceled } from './subscription-canceled.ts'
import { subscriptionEnded } from './subscription-ended.ts'
import { trialEnding } from './trial-ending.ts'
import { trialStarted } from './trial-started.ts'

const context = sampleContext('en')
const german = sampleContext('de')
const failedWith = (values: object) => paymentFailed.compose({ ...paymentFailed.sample, ...values }, context).text

test('a reminder of a renewal says what is charged, in the language of the customer', () => {
  const { subject, text } = renewalUpcoming.compose(renewalUpcoming.sample, context)
  expect(subject).toBe('Studio plan renews on 12 April 2026')
  expect(text).toContain('Your subscription then continues for €29.00 per month, charged to your saved payment method.')
  expect(text).toContain('Manage subscription: https://guildhall.example/portal/northwind')
  expect(renewalUpcoming.compose(renewalUpcoming.sample, german).text).toMatch(/Danach läuft Ihr Abonnement für 29,00\s€ pro Monat weiter/)
})

test('days are those of the zone that the subscription is billed in', () => {
  const late = { ...renewalUpcoming.sample, at: '2026-04-12T22:30:00.000Z' }
  expect(renewalUpcoming.compose(late, context).text).toContain('renews on 13 April 2026')
  expect(renewalUpcoming.compose({ ...late, timezone: 'America/New_York' }, context).text).toContain('renews on 12 April 2026')
})

test('a trial without a payment method ends the subscription, and says so', () => {
  expect(trialEnding.compose(trialEnding.sample, context).text).toContain('Cancel before that day and you pay nothing.')
  const { text } = trialEnding.compose({ ...trialEnding.sample, hasPaymentMethod: false }, context)
  expect(text).toContain('No payment method is saved, so your subscription ends with the trial.')
  expect(text).not.toContain('charged to your saved')
})

test('a trial that starts says when it ends and what follows', () => {
  const { text } = trialStarted.compose(trialStarted.sample, context)
  expect(text).toContain('ends on 26 March 2026. Nothing was charged today.')
  expect(text).toContain('€29.00 per month')
})

test('a failed payment says when the next attempt is, and when access and subscription end', () => {
  const text = failedWith({})
  expect(text).toContain('The next attempt is on 14 March 2026.')
  expect(text).toContain('You keep access until 14 March 2026.')
  expect(text).toContain('Without a payment, your subscription ends on 2 April 2026.')
  expect(text).toContain('Update payment method: https://')
})

test.each([
  [{ accessEndsAt: '2026-03-12T14:20:00.000Z' }, 'Your access is paused until the payment succeeds.'],
  [{ nextAttemptAt: null }, 'This payment method won’t be charged again. Use another one.'],
  [{ hasPaymentMethod: false, nextAttemptAt: null }, 'No payment method is saved. Add one.'],
  [{ isActionRequired: true }, 'Your bank needs you to confirm the payment of €29.00'],
  [{ isActionRequired: true }, 'Confirm payment: https://'],
])('a failed payment with %j says: %s', (values, sentence) => {
  expect(failedWith(values)).toContain(sentence)
})

test('where access stays until the end, only the end is stated', () => {
  const { endsAt } = paymentFailed.sample
  for (const accessEndsAt of [null, endsAt]) expect(failedWith({ accessEndsAt })).not.toMatch(/keep access|paused/)
})

test('in test mode every email about a subscription says so, in the subject too', () => {
  const organization = { ...context.organization, isTest: true }
  const { subject, html, text } = paymentRecovered.compose(paymentRecovered.sample, { ...context, organization })
  expect(subject).toBe('[Test] Your payment to Northwind Tools succeeded')
  expect(html).toContain('no money is charged')
  expect(text).toContain('no money is charged')
})

test('without a page there is no button', () => {
  expect(paymentRecovered.compose({ ...paymentRecovered.sample, link: null }, context).html).not.toContain('class="accent"')
})

test('the receipt of a renewal names the period in its zone', () => {
  const period = { start: '2027-02-28T23:00:00.000Z', end: '2027-03-31T22:00:00.000Z', timezone: 'Europe/Berlin' }
  const renewed = { ...receipt.sample, billingReason: 'subscription_cycle' as const, period }
  const { text } = receipt.compose(renewed, context)
  expect(text).toContain('Your subscription was renewed')
  expect(text).toMatch(/This covers 1 March\s–\s1 April 2027\./)
  expect(receipt.compose(renewed, german).text).toMatch(/1\. März\s–\s1\. April 2027/)
})

test('the receipt of the first period after a trial says so', () => {
  const first = { ...receipt.sample, billingReason: 'subscription_cycle' as const, isAfterTrial: true }
  expect(receipt.compose(first, context).text).toContain('Your trial has ended, your subscription continues')
})

test('a canceled subscription is confirmed with the day of its end, and that usage is still charged', () => {
  const { text } = subscriptionCanceled.compose(subscriptionCanceled.sample, context)
  expect(text).toContain('ends on 12 April 2026. You keep access until then.')
  expect(text).toContain('Nothing more will be charged.')
  expect(subscriptionCanceled.compose({ ...subscriptionCanceled.sample, hasUsage: true }, context).text).not.toContain('Nothing more')
})

const revoked = {
  id: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
  customer: { email: 'a@b.example' },
  product: { name: 'Studio' },
  prices: [],
  amount: 2900,
  currency: 'eur',
  recurring_interval: 'month',
  billing_timezone: 'UTC',
  locale: 'de',
  status: 'canceled',
  past_due_at: null,
  trial_end: null,
  ended_at: '2026-04-12T14:20:00.000Z',
  cancel_at_period_end: false,
}
const happenedAt = new Date('2026-04-12T14:20:00.000Z')

test.each([
  [{ cancel_at_period_end: true }, 'canceled'],
  [{ past_due_at: '2026-03-22T14:20:00.000Z' }, 'notPaid'],
  [{ status: 'unpaid', past_due_at: '2026-03-22T14:20:00.000Z', ended_at: null }, 'unpaid'],
  [{ trial_end: revoked.ended_at }, 'trial'],
  [{ trial_end: revoked.ended_at, cancel_at_period_end: true }, 'canceled'],
])('the end of a subscription with %j says why: %s', (changes, reason) => {
  const sent = subscriptionEnded.sentOn?.email({ payload: { ...revoked, ...changes }, happenedAt })
  expect(sent).toMatchObject({ to: 'a@b.example', language: 'de', values: { reason } })
  if (sent) expect(subscriptionEnded.compose(sent.values, context).text).toContain('12 April 2026')
})

test('a subscription that has ended already is not confirmed as canceled', () => {
  const of = (changes: object) =>
    subscriptionCanceled.sentOn?.email({ payload: { ...revoked, ends_at: revoked.ended_at, ...changes }, happenedAt })
  expect(of({})).toBeNull()
  expect(of({ ended_at: null })).toMatchObject({ to: 'a@b.example', values: { endsAt: revoked.ended_at } })
})
