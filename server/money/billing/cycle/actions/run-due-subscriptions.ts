import { assert, present } from '#kernel/assert.ts'
import { AnswerNeeded, needAll } from '#kernel/changes/answer-needed.ts'
import { end, endTrial, giveUp, lockDueSubscriptions, nextStep, remind, subscriptions } from '#money/billing/subscriptions/index.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import type { Payment } from '#money/payments/model.ts'
import { creditBalancesOf, findCreditBalance } from '#money/usage/credit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { readDueContext } from '../reads.ts'
import { dunningOf } from '../steps.ts'
import { billPeriods, type DuePeriod, preparePeriod } from './bill-periods.ts'
import { exhaustOrder, retryOrder } from './collect-order.ts'
import { completeSubscription } from './complete-subscription.ts'
import { noticeUpcoming } from './emit-notices.ts'
import { releaseMeters } from './reset-meters.ts'
import { creditKey, type Run, save } from './save-subscription.ts'

/** Subscriptions that one transaction works on at most. */
export const BATCH = 200

/** The result of one run. */
export interface RunResult {
  /** Subscriptions that were worked on; 0: none is due, or other runs have locked them. */
  readonly worked: number
  /** Attempts to pay that are to be charged now, outside any transaction. */
  readonly attempts: readonly Payment[]
}

/**
 * Works on the due subscriptions of an organization, at most `limit`, in one transaction: reminders, ends, renewals, conversions of trials, and what
 * follows from overdue payments. Each does one step besides a reminder, since a payment comes between two periods. Any number of workers
 * may run it at once: none works on a subscription that another one has locked.
 */
export function runDueSubscriptions(platform: Platform, organizationId: string, limit = BATCH): Promise<RunResult> {
  return platform.database.transaction(async (tx) => {
    const now = platform.clock.now({ organizationId })
    const locked = await lockDueSubscriptions(tx, platform, { organizationId, limit })
    if (locked.length === 0) return { worked: 0, attempts: [] }
    const context = await readDueContext(tx, platform, locked)
    const batch = { tx, platform, context, credit: await readCredit(tx, locked), now }
    const periods: DuePeriod[] = []
    const attempts: Payment[] = []
    const needed: AnswerNeeded[] = []
    for (const full of context.due) {
      const { period, attempt } = await work(batch, full).catch((error: unknown) => noteNeeded(needed, error))
      if (period) periods.push(period)
      if (attempt) attempts.push(attempt)
    }
    if (needed.length > 0) throw needAll(needed)
    return { worked: locked.length, attempts: [...attempts, ...(await billPeriods(batch, periods))] }
  })
}

async function readCredit(tx: Tx, locked: readonly Subscription[]): Promise<Map<string, number>> {
  const credit = new Map<string, number>()
  for (const [currency, group] of Map.groupBy(locked, (one) => one.currency)) {
    const organizationId = present(group[0], 'A due subscription').organizationId
    const customerIds = group.map(({ customerId }) => customerId)
    for (const [customerId, amount] of await creditBalancesOf(tx, { organizationId, currency, customerIds }))
      credit.set(creditKey({ customerId, currency }), amount)
  }
  return credit
}

// All answers that the batch needs are found together: the transaction runs again once.
function noteNeeded(needed: AnswerNeeded[], error: unknown): StepResult {
  if (!(error instanceof AnswerNeeded)) throw error
  needed.push(error)
  return {}
}

interface StepResult {
  readonly period?: DuePeriod
  readonly attempt?: Payment
}

async function work(batch: Run, full: FullSubscription): Promise<StepResult> {
  const { now } = batch
  const due = nextStep(full.subscription)
  if (!due || due.at > now) return {}
  if (due.step === 'remind') return work(batch, await remindCustomer(batch, full))
  if (due.step === 'end') return done(await complete(batch, full))
  if (due.step === 'give_up') return done(await exhaust(batch, full))
  if (due.step === 'retry') return { attempt: (await retryOrder(batch, full)) ?? undefined } as StepResult
  const period = preparePeriod(batch, full)
  const isUnpayable = due.step === 'convert' && period.charged > 0 && !period.method
  if (isUnpayable) return done(await save(batch, full, endTrial(full.subscription, now)))
  return { period }
}

const done = (_: FullSubscription): StepResult => ({})

// The reminder of a renewal that is due already says nothing new.
async function remindCustomer(batch: Run, full: FullSubscription): Promise<FullSubscription> {
  const { tx, platform, context, now } = batch
  const subscription = remind(full.subscription, now)
  await subscriptions.save(tx, subscription)
  const { charged: amount, method } = preparePeriod(batch, full)
  const { emails } = dunningOf(context.merchant)
  if (full.subscription.currentPeriodEnd > now)
    await noticeUpcoming(tx, platform, { full, amount, hasMethod: method !== undefined, emails, now })
  return { ...full, subscription }
}

// An overdue order is not collected any more.
async function complete(batch: Run, full: FullSubscription): Promise<FullSubscription> {
  const { tx, now, credit } = batch
  const { organizationId, customerId, currency, unpaidOrderId: orderId, currentPeriodEnd: at } = full.subscription
  if (orderId !== null) await exhaustOrder(batch, { organizationId, orderId })
  const ended = await completeSubscription(batch, { full, outcome: end(full.subscription, now), at })
  // Its last order may have used credit that a renewal of this run would use again.
  credit.set(creditKey(ended.subscription), await findCreditBalance(tx, { organizationId, customerId, currency }))
  return ended
}

async function exhaust(batch: Run, full: FullSubscription): Promise<FullSubscription> {
  const { context, now } = batch
  const orderId = full.subscription.unpaidOrderId
  assert(orderId !== null, 'An overdue subscription has an unpaid order')
  await exhaustOrder(batch, { organizationId: full.subscription.organizationId, orderId })
  return save(
    batch,
    await releaseMeters(batch, full),
    giveUp(full.subscription, { finalStatus: dunningOf(context.merchant).finalStatus, now }),
  )
}
