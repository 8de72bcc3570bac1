import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { findIdBySlug } from '#identity/organizations/index.ts'
import { present } from '#kernel/assert.ts'
import { advanceTestClock, completeAdvance, createTestClock, findTestClock } from '#operations/test-clocks/index.ts'
import type { FrozenClock } from '#operations/test-clocks/model.ts'
import { monotonicMs } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { WorkControl } from '#platform/work-control.ts'
import { type CommandResult, type DataCommand, runRemoteCommand } from '../remote-command.ts'
import { exits, UsageFault, type Verb } from '../verb.ts'

/** A worker takes the advance within milliseconds. Without one the command works on it itself. */
const WORKER_WITHIN_MS = 2000
const PAUSE_MS = 100
const RUN_MS = 1000

const inputShape = z.discriminatedUnion('action', [
  z.object({ action: z.literal('show'), slug: z.string() }),
  z.object({ action: z.literal('advance'), slug: z.string(), to: z.iso.datetime({ offset: true }).nullable(), by: z.string().nullable() }),
])

/**
 * Shows the test clock of an organization, or advances it to its target and creates it before if there is none. Rejects if no
 * organization has the slug, it is live, or the target is not later than the clock.
 */
export const manageTestClock: DataCommand = async (context, input) => {
  const query = inputShape.parse(input)
  const platform = await context.platform()
  const organizationId = await findIdBySlug(platform.database.db, query.slug)
  if (organizationId === undefined) throw new Error(`No organization has the slug ${query.slug}.`)
  if (query.action === 'show') return shown(await findTestClock(platform.database.db, organizationId), query.slug)
  const to = query.to === null ? null : new Date(query.to)
  await request(platform, organizationId, { to, by: query.by })
  return shown(await complete(platform, organizationId, context.control), query.slug)
}

async function request(platform: Platform, organizationId: string, advance: { to: Date | null; by: string | null }): Promise<void> {
  const by = { platform, caller: { kind: 'service' as const }, now: platform.clock.now() }
  const found = await findTestClock(platform.database.db, organizationId)
  await platform.database.transaction(async (tx) => {
    const { clock } = found ?? (await createTestClock(tx, by, { organizationId, name: null, frozenTime: null }))
    await advanceTestClock(tx, by, { tenants: [organizationId], id: clock.id, advance })
  })
}

// Waits for the worker that advances the clock, or works on it where there is none. An advance goes on if this is ended.
async function complete(platform: Platform, organizationId: string, control: WorkControl): Promise<FrozenClock> {
  const startMs = monotonicMs()
  for (;;) {
    const found = present(await findTestClock(platform.database.db, organizationId), 'A test clock is never deleted')
    const { clock, frozenAt } = found
    if (clock.status !== 'advancing' || control.signal.aborted) return found
    control.onProgress({ done: days(clock.advancedFrom, frozenAt), noun: 'days', share: shareOf(found) })
    if (monotonicMs() - startMs < WORKER_WITHIN_MS) await wait(PAUSE_MS)
    else if ((await completeAdvance(platform, { organizationId, forMs: RUN_MS, takesOver: false, isLastAttempt: false })) === 'left')
      await wait(PAUSE_MS)
  }
}

const DAY_MS = 86_400_000

function days(from: Date | null, to: Date): number {
  return from === null ? 0 : Math.round((to.getTime() - from.getTime()) / DAY_MS)
}

function shareOf({ clock: { advancedFrom, targetAt }, frozenAt }: FrozenClock): number | null {
  if (advancedFrom === null || targetAt === null) return null
  return (frozenAt.getTime() - advancedFrom.getTime()) / (targetAt.getTime() - advancedFrom.getTime())
}

function shown(found: FrozenClock | undefined, slug: string): CommandResult {
  if (!found) return { lines: [`${slug} has no test clock: it lives in real time.`], json: null, exitCode: exits.ok }
  const { clock, frozenAt } = found
  const target = clock.targetAt?.toISOString() ?? ''
  const states = {
    ready: `The test clock of ${slug} stands at ${frozenAt.toISOString()}.`,
    advancing: `The test clock of ${slug} is at ${frozenAt.toISOString()}, and advances to ${target}.`,
    failed: `The test clock of ${slug} stopped at ${frozenAt.toISOString()}, before ${target}. ${clock.error ?? ''} Advance it again to continue.`,
  }
  const json = { status: clock.status, frozenTime: frozenAt.toISOString(), targetTime: target || null, error: clock.error }
  return { lines: [states[clock.status]], json, exitCode: clock.status === 'failed' ? exits.failed : exits.ok }
}

export const verb: Verb = {
  usage: 'advance | show',
  summary: 'Moves the simulated time of a test merchant forward (advance), or shows where it is (show).',
  options: {
    organization: { type: 'string', value: 'slug', sentence: 'The organization, which is in test mode.' },
    by: { type: 'string', value: 'duration', sentence: 'With advance: an ISO 8601 duration, such as P1D, P1M or P1Y.' },
    to: { type: 'string', value: 'time', sentence: 'With advance: an instant, such as 2027-01-31T00:00:00Z.' },
  },
  args: 1,
  details: [
    'A test clock stands still until it is advanced; what is due by then (renewals, trials, reminders, expiries) happens in its true order.',
    'It never goes back, and at most ten years forward at once. `advance` creates the clock of an organization that has none: from then on',
    'the organization no longer lives in real time. See docs/guides/test-clocks.md.',
  ],
  run: async ({ args: [action], options, report }) => {
    if (action !== 'advance' && action !== 'show')
      throw new UsageFault(action === undefined ? 'Say what to do: advance or show.' : `'${action}' is neither advance nor show.`)
    const { organization: slug, by = null, to = null } = options
    if (typeof slug !== 'string') throw new UsageFault('--organization is missing.')
    const input = action === 'show' ? { action, slug } : { action, slug, by, to }
    if (action === 'show' ? by !== null || to !== null : (by === null) === (to === null))
      throw new UsageFault(action === 'show' ? 'show takes neither --by nor --to.' : 'advance takes either --by or --to.')
    if (!inputShape.safeParse(input).success) throw new UsageFault(`'${to}' is not an instant such as 2027-01-31T00:00:00Z.`)
    const label = action === 'show' ? 'Reading the test clock' : 'Advancing the test clock'
    const result = await runRemoteCommand({ name: 'clock', run: manageTestClock, input, label, endsAfterBatch: action === 'advance' })
    report(result)
    return result.exitCode
  },
}
