import { Temporal } from 'temporal-polyfill'
import { refuseProblems, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import type { FrozenClock, TestClock } from './model.ts'
import { testClockRefusals } from './refusals.ts'

/** The years that one advance may cover. */
export const ADVANCE_YEARS_MAX = 10
/** The time by which a requested clock may be earlier than the server's: the caller's clock may be slow. */
const SLOW_CALLER_MS = 60_000

/** The instant to advance to, or by how much. Exactly one of them. */
export interface AdvanceRequest {
  readonly to?: Date | null | undefined
  /** ISO 8601: `P1M`. */
  readonly by?: string | null | undefined
}

/** The values that an advance depends on besides the clock. */
export interface AdvanceContext {
  /** The IANA zone in which days and months are counted. */
  readonly zone: string
  /** The server's time. */
  readonly now: Date
  /** Whether a process advances the clock at present. */
  readonly isLeased: boolean
}

/** Begins an advance. One at a time; one whose process has ended may be requested again. Reports all problems at once (422). */
export function advance({ clock, frozenAt }: FrozenClock, request: AdvanceRequest, { zone, now, isLeased }: AdvanceContext): TestClock {
  refuseWhen(clock.status === 'advancing' && isLeased, testClockRefusals.TestClockAdvancing)
  const targetAt = targetOf(frozenAt, request, zone)
  return { ...clock, status: 'advancing', advancedFrom: frozenAt, targetAt, requestedAt: now, error: null, modifiedAt: frozenAt }
}

/** The instant to advance to, after `from` and at most ten years later. */
export function targetOf(from: Date, { to, by }: AdvanceRequest, zone: string): Date {
  if ((to ?? null) === null && (by ?? null) === null)
    refuseProblems([valueProblem(['body', 'to'], 'Say where to advance to: an instant in `to`, or a duration in `by`.')])
  if (to && by) refuseProblems([valueProblem(['body', 'by'], 'Send either `to` or `by`.')])
  const field = to ? 'to' : 'by'
  const target = to ?? later(from, by ?? '', zone)
  const problem = (sentence: string) => refuseProblems([valueProblem(['body', field], sentence)])
  if (!target) problem('This is not an ISO 8601 duration, such as P1D, P1M or PT12H.')
  else if (target <= from) problem('A test clock only moves forward: this is not after its time.')
  else if (target > furthest(from)) problem(`A test clock advances by at most ${ADVANCE_YEARS_MAX} years at once.`)
  return target ?? from
}

/**
 * Where a new clock begins: at the present time, from which it advances if a later one was requested (at most ten years), so that what is
 * due by then happens.
 */
export function beginningOf(frozenTime: Date | null | undefined, now: Date): { readonly frozenAt: Date; readonly targetAt: Date | null } {
  if (!frozenTime) return { frozenAt: now, targetAt: null }
  const problem = (sentence: string) => refuseProblems([valueProblem(['body', 'frozen_time'], sentence)])
  if (frozenTime.getTime() < now.getTime() - SLOW_CALLER_MS) problem('A test clock begins at the present time or later.')
  if (frozenTime > furthest(now)) problem(`A test clock begins at most ${ADVANCE_YEARS_MAX} years ahead.`)
  return { frozenAt: now, targetAt: frozenTime > now ? frozenTime : null }
}

function furthest(from: Date): Date {
  const last = new Date(from)
  last.setUTCFullYear(last.getUTCFullYear() + ADVANCE_YEARS_MAX)
  return last
}

function later(from: Date, duration: string, zone: string): Date | undefined {
  try {
    const at = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone).add(Temporal.Duration.from(duration))
    return new Date(at.epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
