import { round, sum } from '#kernel/money.ts'
import type { Period } from '../dates.ts'

/**
 * A paid order whose money is in the present period of a subscription. Amounts are minor units by the prices: they contain the tax where
 * the prices do.
 */
export interface FundingOrder {
  readonly id: string
  /** The amount that was captured for it, or paid by credit. */
  readonly receivedAmount: number
  /** The part of it that was refunded, lost in disputes, or is reclaimed by an open one. */
  readonly returnedAmount: number
  /** The part of that which an earlier change has counted. */
  readonly countedAmount: number
  /** The part of it that was given back as credit. */
  readonly creditedAmount: number
  /** The part of it that was taxed and not given back. */
  readonly taxableAmount: number
  readonly isDisputed: boolean
}

/** The state from which the worth of a subscription's period follows. */
export interface PeriodState {
  readonly period: Period
  /** The amount at which the plan in force was billed for the whole period, after its discount; minor units by the prices. */
  readonly billedAmount: number
  /** The newest first. */
  readonly orders: readonly FundingOrder[]
  /** The sum of the proration items that wait for the next order: positive is owed by the customer. */
  readonly waitingAmount: number
  readonly now: Date
}

/**
 * The worth of a subscription's period at an instant, in minor units by the prices. For each period it holds that
 * `received − returned − credited + waiting = used + unused`: what the customer has paid or still owes is what was used of it, and
 * what is left.
 */
export interface PeriodStatement {
  readonly periodSeconds: number
  readonly remainingSeconds: number
  readonly receivedAmount: number
  readonly returnedAmount: number
  readonly creditedAmount: number
  readonly waitingAmount: number
  /** The worth of the time that was used, less what was refunded of it. */
  readonly usedAmount: number
  /**
   * The worth of the rest of the period to the customer: what it was billed at, less what was given back for the period since the last
   * change, and never more than what was received or waits. Negative where more than that waits in the customer's favour and was given
   * back.
   */
  readonly unusedAmount: number
}

/** States the worth of a period (rule P2, P9, and the invariant of decision 92). */
export function statePeriod({ period, billedAmount, orders, waitingAmount, now }: PeriodState): PeriodStatement {
  const [periodSeconds, remainingSeconds] = secondsOf(period, now)
  const left = shareOf(billedAmount, [periodSeconds, remainingSeconds])
  const [receivedAmount, returnedAmount, creditedAmount] = [
    sum(orders.map((order) => order.receivedAmount)),
    sum(orders.map((order) => order.returnedAmount)),
    sum(orders.map((order) => order.creditedAmount)),
  ]
  const paid = left - waitingAmount
  const counting = Math.min(uncountedReturns(orders), Math.max(0, paid))
  const lacking = Math.max(0, paid - sum(orders.map(capacityOf)))
  const unusedAmount = left - Math.max(counting, lacking)
  const usedAmount = receivedAmount - returnedAmount - creditedAmount + waitingAmount - unusedAmount
  return { periodSeconds, remainingSeconds, receivedAmount, returnedAmount, creditedAmount, waitingAmount, usedAmount, unusedAmount }
}

/** The part of an order that can still be given back, in minor units by the prices. */
export function capacityOf({ receivedAmount, returnedAmount, creditedAmount }: FundingOrder): number {
  return Math.max(0, receivedAmount - returnedAmount - creditedAmount)
}

/** The part of the orders that was returned and that no change has counted yet, in minor units by the prices. */
export function uncountedReturns(orders: readonly FundingOrder[]): number {
  return sum(orders.map(({ returnedAmount, countedAmount }) => Math.max(0, returnedAmount - countedAmount)))
}

/** The part of an amount for a whole period that falls to the rest of it, in minor units. */
export function shareOf(amount: number, [periodSeconds, remainingSeconds]: readonly [period: number, remaining: number]): number {
  return periodSeconds === 0 ? 0 : round(BigInt(amount) * BigInt(remainingSeconds), periodSeconds)
}

/** The whole seconds of a period, and those left of it: all of them before it, none from its end on (rules T1, P2). */
export function secondsOf(period: Period, now: Date): [period: number, remaining: number] {
  const [start, end, at] = [period.start, period.end, now].map((instant) => Math.floor(instant.getTime() / 1000)) as [
    number,
    number,
    number,
  ]
  return [end - start, Math.min(Math.max(end - at, 0), end - start)]
}
