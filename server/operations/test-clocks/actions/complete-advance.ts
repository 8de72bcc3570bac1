import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#kernel/id.ts'
import { moveFrozenTime } from '#merchant/merchants/index.ts'
import { findCallsInFlight } from '#money/payments/index.ts'
import { monotonicMs } from '#platform/clock.ts'
import { failpoint } from '#platform/failpoint.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { type TimedWork, timedWork } from '#platform/worker/timed-work.ts'
import { endAdvance, type Lease, type LeasedAdvance, releaseLease, renewLease, takeLease } from '../store.ts'

/** The time for which work may stay due at one instant, because another process has locked what it needs. */
const STUCK_MS = 15_000
const STUCK_PAUSE_MS = 100
/** The time for which a step waits for the answer of a processor that another process called. */
const ANSWER_MS = 10_000
const ANSWER_PAUSE_MS = 20

/** The time to work on an advance, and who follows it. */
export interface CompleteAdvanceInput {
  readonly organizationId: string
  /** No further step begins after so many milliseconds. */
  readonly forMs: number
  /** Whether it may be taken from another process: by the job, which runs once at a time. */
  readonly takesOver: boolean
  /** Whether an unexpected error ends the advance as failed; otherwise it can be continued. */
  readonly isLastAttempt: boolean
  readonly onStep?: (advance: LeasedAdvance) => void
}

/** `left`: nothing is left to do here: it has ended, or another process works on it · `paused`: the time is over. */
export type AdvanceProgress = 'left' | 'paused'

/**
 * Works on the requested advance of an organization: moves the merchant's time from one instant at which something is due to the next, and
 * does what is due there, until the target. Every step is saved, so another process continues where this one ended. No transaction is open
 * while a processor is called. Rejects with the error of the work that failed.
 */
export async function completeAdvance(platform: Platform, input: CompleteAdvanceInput): Promise<AdvanceProgress> {
  const { organizationId, forMs, takesOver, isLastAttempt, onStep } = input
  const lease = { organizationId, leaseId: newId(platform.clock.now()) }
  const { db } = platform.database
  const found = await takeLease(db, platform.clock, { ...lease, takesOver })
  if (!found) return 'left'
  // Another process may have moved it, and this one not know it yet.
  platform.clock.freeze(organizationId, found.frozenAt)
  const endsMs = monotonicMs() + forMs
  const state: AdvanceState = { platform, lease, advance: found, awaited: new Set(), stuck: undefined }
  try {
    while (await step(state)) {
      onStep?.({ ...found, frozenAt: platform.clock.now({ organizationId }) })
      if (monotonicMs() < endsMs) continue
      await releaseLease(db, lease)
      return 'paused'
    }
    return 'left'
  } catch (error) {
    if (isLastAttempt) await end(state, 'Something unexpected went wrong; the log of the server names it.')
    else await releaseLease(db, lease)
    throw error
  }
}

interface AdvanceState {
  readonly platform: Platform
  readonly lease: Lease
  readonly advance: LeasedAdvance
  /** The attempts whose answer was awaited as long as a step waits. */
  readonly awaited: Set<string>
  /** Work that is still due at an instant at which it was done, since when (monotonic milliseconds). */
  stuck: { readonly name: string; readonly atMs: number; readonly sinceMs: number } | undefined
}

/** Work and when it is next due. */
interface DueWork {
  readonly work: TimedWork
  readonly at: Date
}

// One instant. False when the advance has ended, or another process has taken it over.
async function step(state: AdvanceState): Promise<boolean> {
  const { platform, lease, advance } = state
  const { organizationId } = lease
  await awaitAnswers(state)
  const [next] = await dueWork(platform, organizationId)
  if (!next || next.at > advance.targetAt) return end(state, null)
  if (await isStuck(state, next)) return end(state, `${next.work.name} could not be completed.`)
  if (!(await moveTo(state, next.at))) return false
  const now = platform.clock.now({ organizationId })
  for (const { work, at } of await dueWork(platform, organizationId)) if (at <= now) await work.run(platform, organizationId)
  failpoint('during-advance', { organizationId, at: now.toISOString() })
  return true
}

/** All work that is due at some time, the earliest first; at one instant in the order of the modules. */
async function dueWork({ database }: Platform, organizationId: string): Promise<DueWork[]> {
  const due: DueWork[] = []
  for (const work of timedWork()) {
    const at = await work.nextAt(database.db, organizationId)
    if (at) due.push({ work, at })
  }
  return due.sort((one, other) => one.at.getTime() - other.at.getTime())
}

// Work that was done and is due again at the same instant waits for a lock. It is tried again for a while.
async function isStuck(state: AdvanceState, { work: { name }, at }: DueWork): Promise<boolean> {
  const atMs = at.getTime()
  const sinceMs = monotonicMs()
  if (state.stuck?.name !== name || state.stuck.atMs !== atMs) {
    state.stuck = { name, atMs, sinceMs }
    return false
  }
  if (sinceMs - state.stuck.sinceMs > STUCK_MS) return true
  await wait(STUCK_PAUSE_MS)
  return false
}

/** Moves the merchant's time to `at`, never back; false when another process has taken the advance over. */
function moveTo({ platform, lease }: AdvanceState, at: Date): Promise<boolean> {
  const { organizationId } = lease
  return platform.database.transaction(async (tx) => {
    if (!(await renewLease(tx, platform.clock, lease))) return false
    platform.merchantTimes.move(tx, { organizationId, frozenAt: await moveFrozenTime(tx, organizationId, at) })
    return true
  })
}

// The clock stands at the target; after an error where it is.
async function end({ platform, lease, advance }: AdvanceState, error: string | null): Promise<false> {
  const { organizationId } = lease
  const { clock } = platform
  await platform.database.transaction(async (tx) => {
    if (!(await renewLease(tx, clock, lease))) return
    const at = error === null ? await moveFrozenTime(tx, organizationId, advance.targetAt) : clock.now(lease)
    platform.merchantTimes.move(tx, { organizationId, frozenAt: at })
    await endAdvance(tx, lease, { error, at })
    const payload = { organization_id: organizationId, from: advance.advancedFrom.toISOString(), to: at.toISOString() }
    await emit(tx, platform, { name: 'test_clock.advanced', organizationId, resourceId: advance.clockId, payload, now: at })
  })
  if (error !== null) platform.log.warn('A test clock stopped before its target.', { organizationId, error })
  return false
}

// Attempts to pay that another process, or the processor's own delay, has not decided yet: the time that follows must find them decided.
async function awaitAnswers({ platform, lease, awaited }: AdvanceState): Promise<void> {
  const { organizationId } = lease
  const untilMs = monotonicMs() + ANSWER_MS
  for (;;) {
    const open = (await findCallsInFlight(platform.database.db, organizationId)).filter((id) => !awaited.has(id))
    if (open.length === 0) return
    if (monotonicMs() >= untilMs) {
      for (const id of open) awaited.add(id)
      return
    }
    await wait(ANSWER_PAUSE_MS)
  }
}
