import { z } from 'zod'
import { systemClock } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { countWork, type DeadJob, listDeadJobs, retryDeadJob, retryDeadJobs } from '#platform/worker/store.ts'
import { WORK_CHANNEL } from '#platform/worker/wake.ts'
import { type CommandResult, type DataCommand, runRemoteCommand } from './remote-command.ts'
import { exits, UsageFault, type Verb } from './verb.ts'

const JOBS_SHOWN = 100
const ERROR_SHOWN = 300

const id = z.guid()
const given = z.discriminatedUnion('act', [
  z.object({ act: z.literal('list') }),
  z.object({ act: z.literal('retry'), id }),
  z.object({ act: z.literal('retry-all') }),
])

/** Lists the jobs that failed for good, or lets one or all of them run again; throws when the one named is not among them. */
export const workDeadJobs: DataCommand = async ({ database }, raw) => {
  const asked = given.parse(raw)
  const pending = await database.pendingMigrations()
  if (pending.length) throw new Error('The database is not up to date; run guildhall migrate first.')
  if (asked.act === 'list') return list(database)
  return retry(database, asked.act === 'retry' ? asked.id : null)
}

// The payload stays where it is: it may hold what is nobody's business on a terminal.
async function list({ db }: OpenDatabase): Promise<CommandResult> {
  const jobs = await listDeadJobs(db, { limit: JOBS_SHOWN, offset: 0 })
  const { deadJobs: count } = await countWork(db, systemClock().now())
  const lines = jobs.length
    ? [
        count === 1 ? 'One job failed for good:' : `${count} jobs failed for good:`,
        ...jobs.flatMap(linesOf),
        ...(count > jobs.length ? [`  and ${count - jobs.length} more, which failed earlier`] : []),
      ]
    : ['No job failed for good.']
  const shown = jobs.map((job) => ({
    id: job.id,
    kind: job.kind,
    attempts: job.attempts,
    lastError: job.lastError,
    since: job.deadAt.toISOString(),
  }))
  return { lines, json: { count, jobs: shown }, exitCode: exits.well }
}

function linesOf({ id: named, kind, attempts, deadAt, lastError }: DeadJob): string[] {
  // An answer from outside may be in it: nothing of it may steer the terminal.
  const words = (lastError ?? 'It left no words.').replace(/\p{Cc}+/gu, ' ').slice(0, ERROR_SHOWN)
  return [`  ${named}  ${kind}  ${attempts} attempts, dead since ${deadAt.toISOString()}`, `    ${words}`]
}

async function retry(database: OpenDatabase, named: string | null): Promise<CommandResult> {
  const now = systemClock().now()
  const retried = await database.transaction(async (tx) =>
    named === null ? retryDeadJobs(tx, now) : Number(await retryDeadJob(tx, named, now)),
  )
  if (retried) await database.notify(WORK_CHANNEL, '')
  if (named !== null && !retried) throw new Error(`No dead job has the id ${named}.`)
  return { lines: [retried === 1 ? 'One job runs again.' : `${retried} jobs run again.`], json: { retried }, exitCode: exits.well }
}

export const verb: Verb = {
  usage: '[list | retry <id> | retry --all]',
  summary: 'Shows the jobs that failed for good (list), and lets them run again (retry).',
  options: { all: { type: 'boolean', sentence: 'With retry: every job that failed for good.' } },
  args: 2,
  details: [
    'Without a word it is `list`, which shows the latest hundred and ends with 0 whatever it finds.',
    '`retry` gives a job all its attempts again, from now on; it ends with 1 when no dead job has the id.',
  ],
  run: async ({ args, options, tell }) => {
    const worked = await runRemoteCommand({ name: 'jobs', work: workDeadJobs, given: asked(args, options['all'] === true) })
    tell(worked)
    return worked.exitCode
  },
}

function asked([act = 'list', named]: readonly string[], isAll: boolean): z.infer<typeof given> {
  if (act === 'list') {
    if (named !== undefined) throw new UsageFault(`'${named}' is not expected here.`)
    if (isAll) throw new UsageFault('--all belongs to retry.')
    return { act }
  }
  if (act !== 'retry') throw new UsageFault(`'${act}' is neither list nor retry.`)
  if ((named === undefined) !== isAll) throw new UsageFault('retry takes either the id of a job or --all.')
  if (named === undefined) return { act: 'retry-all' }
  if (!id.safeParse(named).success) throw new UsageFault(`'${named}' is not the id of a job.`)
  return { act, id: named }
}
