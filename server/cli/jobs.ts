import { z } from 'zod'
import { systemClock } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { countWork, type DeadJob, listDeadJobs, retryDeadJob, retryDeadJobs } from '#platform/worker/store.ts'
import { WORK_CHANNEL } from '#platform/worker/wake.ts'
import { type CommandResult, type DataCommand, runRemoteCommand } from './remote-command.ts'
import { exits, UsageFault, type Verb } from './verb.ts'

const LISTED_MAX = 100
const ERROR_CHARACTERS = 300

const id = z.guid()
const inputShape = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('retry'), id }),
  z.object({ action: z.literal('retry-all') }),
])

/** Lists the dead jobs, or retries one or all of them. Rejects if no dead job has the given id. */
export const manageDeadJobs: DataCommand = async ({ database }, input) => {
  const query = inputShape.parse(input)
  const pending = await database.pendingMigrations()
  if (pending.length) throw new Error('The database is not up to date; run guildhall migrate first.')
  if (query.action === 'list') return list(database)
  return retry(database, query.action === 'retry' ? query.id : null)
}

// The payload is not printed: it may be confidential.
async function list({ db }: OpenDatabase): Promise<CommandResult> {
  const jobs = await listDeadJobs(db, { limit: LISTED_MAX, offset: 0 })
  const { deadJobs: count } = await countWork(db, systemClock().now())
  const lines = jobs.length
    ? [
        count === 1 ? 'One dead job:' : `${count} dead jobs:`,
        ...jobs.flatMap(linesOf),
        ...(count > jobs.length ? [`  and ${count - jobs.length} that failed earlier`] : []),
      ]
    : ['There are no dead jobs.']
  const entries = jobs.map((job) => ({
    id: job.id,
    kind: job.kind,
    attempts: job.attempts,
    lastError: job.lastError,
    since: job.deadAt.toISOString(),
  }))
  return { lines, json: { count, jobs: entries }, exitCode: exits.ok }
}

function linesOf({ id: jobId, kind, attempts, deadAt, lastError }: DeadJob): string[] {
  // The message may quote a reply from outside: a control character must not reach the terminal.
  const message = (lastError ?? 'There is no error message.').replace(/\p{Cc}+/gu, ' ').slice(0, ERROR_CHARACTERS)
  return [`  ${jobId}  ${kind}  ${attempts} attempts, dead since ${deadAt.toISOString()}`, `    ${message}`]
}

async function retry(database: OpenDatabase, jobId: string | null): Promise<CommandResult> {
  const clock = systemClock()
  const retried = await database.transaction(async (tx) =>
    jobId === null ? retryDeadJobs(tx, clock) : Number(await retryDeadJob(tx, jobId, clock)),
  )
  if (retried) await database.notify(WORK_CHANNEL, '')
  if (jobId !== null && !retried) throw new Error(`No dead job has the id ${jobId}.`)
  return { lines: [retried === 1 ? 'One job will run again.' : `${retried} jobs will run again.`], json: { retried }, exitCode: exits.ok }
}

export const verb: Verb = {
  usage: '[list | retry <id> | retry --all]',
  summary: 'Lists dead jobs (list) and retries them (retry).',
  options: { all: { type: 'boolean', sentence: 'With retry: every dead job.' } },
  args: 2,
  details: [
    'The default is `list`, which prints the latest hundred dead jobs and always exits with 0.',
    '`retry` resets the attempts of a job and makes it due now; it exits with 1 if no dead job has the id.',
  ],
  run: async ({ args, options, report }) => {
    const input = inputOf(args, options['all'] === true)
    const result = await runRemoteCommand({ name: 'jobs', run: manageDeadJobs, input, label: 'Reading the jobs' })
    report(result)
    return result.exitCode
  },
}

function inputOf([action = 'list', jobId]: readonly string[], isAll: boolean): z.infer<typeof inputShape> {
  if (action === 'list') {
    if (jobId !== undefined) throw new UsageFault(`'${jobId}' is not expected here.`)
    if (isAll) throw new UsageFault('--all is an option of retry.')
    return { action }
  }
  if (action !== 'retry') throw new UsageFault(`'${action}' is neither list nor retry.`)
  if ((jobId === undefined) !== isAll) throw new UsageFault('retry takes either the id of a job or --all.')
  if (jobId === undefined) return { action: 'retry-all' }
  if (!id.safeParse(jobId).success) throw new UsageFault(`'${jobId}' is not the id of a job.`)
  return { action, id: jobId }
}
