import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { systemClock } from '#platform/clock.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { job } from '#platform/worker/job.ts'
import { buryJob } from '#platform/worker/store.ts'
import { WORK_CHANNEL } from '#platform/worker/wake.ts'
import { ownDatabase } from '#test/support/database.ts'
import { workDeadJobs } from './jobs.ts'

const database = await ownDatabase()
afterAll(() => database.close())

const kind = job({ kind: 'tests:write', payload: z.object({ secret: z.string() }), run: async () => undefined })
const place = { database, platform: () => Promise.reject(new Error('The machinery is not needed for this.')) }
const work = (given: Readonly<Record<string, unknown>>) => workDeadJobs(place, given)

async function aDeadJob(words: string): Promise<string> {
  const now = systemClock().now()
  await database.transaction((tx) => enqueue(tx, { wake: () => undefined }, kind, { secret: 'geheim' }, { now, key: newId(now) }))
  const made = await database.db
    .selectFrom('jobs')
    .select(['id', 'payload', 'attempts'])
    .where('key', 'is not', null)
    .executeTakeFirstOrThrow()
  await buryJob(database.db, { ...made, kind: kind.kind }, { words, now })
  return made.id
}

const livingIds = async () => {
  const rows = await database.db.selectFrom('jobs').select('id').where('dead_at', 'is', null).where('key', 'is', null).execute()
  return rows.map((row) => row.id)
}

test('without dead jobs there is nothing to show and nothing to run again', async () => {
  expect(await work({ act: 'list' })).toEqual({ lines: ['No job failed for good.'], json: { count: 0, jobs: [] }, exitCode: 0 })
  expect(await work({ act: 'retry-all' })).toMatchObject({ json: { retried: 0 }, exitCode: 0 })
})

test('dead jobs are shown with their last error and without what they are about; each can run again, or all', async () => {
  const [first, second, third] = [await aDeadJob('Error: no\u001b[2J route'), await aDeadJob('Error: late'), await aDeadJob('Error: later')]
  const listed = await work({ act: 'list' })
  expect(listed.json).toMatchObject({
    count: 3,
    jobs: expect.arrayContaining([expect.objectContaining({ id: first, kind: 'tests:write' })]),
  })
  expect(listed.lines).toEqual(expect.arrayContaining(['3 jobs failed for good:', '    Error: no [2J route']))
  expect(JSON.stringify(listed)).not.toContain('geheim')

  const woken = Promise.withResolvers<void>()
  const silence = await database.listen(WORK_CHANNEL, () => woken.resolve())
  expect(await work({ act: 'retry', id: first })).toEqual({ lines: ['One job runs again.'], json: { retried: 1 }, exitCode: 0 })
  await woken.promise
  await silence()
  expect(await livingIds()).toEqual([first])

  await expect(work({ act: 'retry', id: first })).rejects.toThrow(`No dead job has the id ${first}.`)
  expect(await work({ act: 'retry-all' })).toMatchObject({ lines: ['2 jobs run again.'], json: { retried: 2 }, exitCode: 0 })
  expect((await livingIds()).sort()).toEqual([first, second, third].sort())
})
