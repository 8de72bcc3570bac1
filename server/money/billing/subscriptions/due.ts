// The step that is due for a subscription, and when: the one text that decides it.
import { dunningSchedule } from './dunning.ts'
import { isActive, isHeld, type Subscription } from './model.ts'

const DAY_MS = 86_400_000
/** Days before the end of a trial that the customer is reminded (rule R4), if the trial has at least `TRIAL_REMINDED_DAYS`. */
const TRIAL_REMINDER_DAYS = 3
const TRIAL_REMINDED_DAYS = 4
/** Days before a renewal that the customer is reminded. */
const RENEWAL_REMINDER_DAYS = 7

/**
 * The next thing to do: `remind` the customer of a renewal or of a trial's end · `end` a canceled one · `convert` a trial · `renew` ·
 * `retry` an overdue payment · `give_up` collecting it.
 */
export type DueStep = 'remind' | 'end' | 'convert' | 'renew' | 'retry' | 'give_up'

type DueState = Pick<
  Subscription,
  | 'status'
  | 'currentPeriodStart'
  | 'currentPeriodEnd'
  | 'cancelAtPeriodEnd'
  | 'pastDueAt'
  | 'nextPaymentAttemptAt'
  | 'isCharging'
  | 'remindedFor'
  | 'latePeriods'
>

/**
 * The next step with its instant, which may lie in the past; null where nothing happens by itself, or not before an operator
 * confirms it (rule D4). An open attempt comes to an end first.
 */
export function nextStep(subscription: DueState): { readonly step: DueStep; readonly at: Date } | null {
  if (subscription.isCharging) return null
  if (subscription.status === 'past_due' && subscription.pastDueAt) return overdueStep(subscription, subscription.pastDueAt)
  if (!isActive(subscription)) return null
  if (isHeld(subscription) && !subscription.cancelAtPeriodEnd) return null
  const reminder = reminderAt(subscription)
  if (reminder) return { step: 'remind', at: reminder }
  const step = subscription.cancelAtPeriodEnd ? 'end' : subscription.status === 'trialing' ? 'convert' : 'renew'
  return { step, at: subscription.currentPeriodEnd }
}

/** When there is something to do for a subscription; null where there is not. */
export function dueAtOf(subscription: DueState): Date | null {
  return nextStep(subscription)?.at ?? null
}

// A renewal waits while a payment is overdue (rule U6); a cancellation at the period's end does not.
function overdueStep(subscription: DueState, pastDueAt: Date): { readonly step: DueStep; readonly at: Date } {
  const { deadline } = dunningSchedule(pastDueAt)
  const { currentPeriodEnd, cancelAtPeriodEnd, nextPaymentAttemptAt } = subscription
  if (cancelAtPeriodEnd && currentPeriodEnd <= (nextPaymentAttemptAt ?? deadline)) return { step: 'end', at: currentPeriodEnd }
  return nextPaymentAttemptAt ? { step: 'retry', at: nextPaymentAttemptAt } : { step: 'give_up', at: deadline }
}

// None of a period that is too short, or of one that is not renewed; none twice.
function reminderAt({ status, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd, remindedFor }: DueState): Date | null {
  if (cancelAtPeriodEnd || remindedFor?.getTime() === currentPeriodEnd.getTime()) return null
  const days = status === 'trialing' ? TRIAL_REMINDER_DAYS : RENEWAL_REMINDER_DAYS
  const lengthDays = (currentPeriodEnd.getTime() - currentPeriodStart.getTime()) / DAY_MS
  if (status === 'trialing' && lengthDays < TRIAL_REMINDED_DAYS) return null
  return new Date(currentPeriodEnd.getTime() - days * DAY_MS)
}
