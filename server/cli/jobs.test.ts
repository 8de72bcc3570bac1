// Databases: both.
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { systemClock } from '#platform/clock.ts'
import { uncontrolled } from '#platform/work-control.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { job } from '#platform/worker/job.ts'
import { markJobDead } from '#platform/worker/store.ts'
import { WORK_CHANNEL } from '#platform/worker/wake.ts'
import { ownDatabase } from '#test/support/database.ts'
import { manageDeadJobs } from './jobs.ts'

const database = await ownDatabase()
afterAll(() => database.close())

const kind = job({ kind: 'tests:write', payload: z.object({ secret: z.string() }), run: async () => undefined })
const context = { database, platform: () => Promise.reject(new Error('This command needs no platform.')), control: uncontrolled }
const run = (input: Readonly<Record<string, unknown>>) => manageDeadJobs(context, input)

async function aDeadJob(message: string): Promise<string> {
  const now = systemClock().now()
  await database.transaction((tx) =>
    enqueue(tx, { wake: () => undefined, clock: systemClock() }, kind, { secret: 'geheim' }, { key: newId(now) }),
  )
  const row = await database.db
    .selectFrom('jobs')
    .select(['id', 'payload', 'attempts', 'interruptions'])
    .where('key', 'is not', null)
    .executeTakeFirstOrThrow()
  await markJobDead(database.db, { ...row, kind: kind.kind }, { message, now })
  return row.id
}

const liveIds = async () => {
  const rows = await database.db.selectFrom('jobs').select('id').where('dead_at', 'is', null).where('key', 'is', null).execute()
  return rows.map((row) => row.id)
}

test('without dead jobs, list and retry --all report nothing', async () => {
  expect(await run({ action: 'list' })).toEqual({ lines: ['There are no dead jobs.'], json: { count: 0, jobs: [] }, exitCode: 0 })
  expect(await run({ action: 'retry-all' })).toMatchObject({ json: { retried: 0 }, exitCode: 0 })
})

test('dead jobs are listed with their last error and without their payload, and are retried one by one or all at once', async () => {
  const [first, second, third] = [await aDeadJob('Error: no\u001b[2J route'), await aDeadJob('Error: late'), await aDeadJob('Error: later')]
  const listed = await run({ action: 'list' })
  expect(listed.json).toMatchObject({
    count: 3,
    jobs: expect.arrayContaining([expect.objectContaining({ id: first, kind: 'tests:write' })]),
  })
  expect(listed.lines).toEqual(expect.arrayContaining(['3 dead jobs:', '    Error: no [2J route']))
  expect(JSON.stringify(listed)).not.toContain('geheim')

  const notified = Promise.withResolvers<void>()
  const stopListening = await database.listen(WORK_CHANNEL, () => notified.resolve())
  expect(await run({ action: 'retry', id: first })).toEqual({ lines: ['One job will run again.'], json: { retried: 1 }, exitCode: 0 })
  await notified.promise
  await stopListening()
  expect(await liveIds()).toEqual([first])

  await expect(run({ action: 'retry', id: first })).rejects.toThrow(`No dead job has the id ${first}.`)
  expect(await run({ action: 'retry-all' })).toMatchObject({ lines: ['2 jobs will run again.'], json: { retried: 2 }, exitCode: 0 })
  expect((await liveIds()).sort()).toEqual([first, second, third].sort())
})
