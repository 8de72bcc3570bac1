// The collection of an overdue payment, and what the customer loses meanwhile (section 3.6 of the billing behaviour).

const DAY_MS = 86_400_000
/** The days between the attempts after the first failure (rule U1). */
const RETRY_AFTER_DAYS = [2, 5, 7, 7] as const

/** The automatic attempts after a failure. */
export interface DunningSchedule {
  readonly retries: readonly Date[]
  /** When collection ends, in time and not in attempts: also without a payment method. */
  readonly deadline: Date
}

/** The attempts to collect a payment that failed first at `firstFailedAt` (rule U1). */
export function dunningSchedule(firstFailedAt: Date): DunningSchedule {
  let atMs = firstFailedAt.getTime()
  const retries = RETRY_AFTER_DAYS.map((days) => {
    atMs += days * DAY_MS
    return new Date(atMs)
  })
  return { retries, deadline: new Date(atMs) }
}

/** The next automatic attempt after `now`; null after the last one. */
export function nextRetry(firstFailedAt: Date, now: Date): Date | null {
  return dunningSchedule(firstFailedAt).retries.find((retry) => retry > now) ?? null
}

/** When access ends while a payment is overdue: `graceDays` after it became overdue (rule U5). */
export function accessEndsAt(pastDueAt: Date, graceDays: number): Date {
  return new Date(pastDueAt.getTime() + graceDays * DAY_MS)
}

/** Whether access has ended because a payment is overdue: from that instant on. */
export function isAccessLost({
  pastDueAt,
  graceDays,
  now,
}: {
  readonly pastDueAt: Date
  readonly graceDays: number
  readonly now: Date
}): boolean {
  return now >= accessEndsAt(pastDueAt, graceDays)
}
