// The job of an advance: the clocks of one user are advanced one after another, so that they do not hold up those of everybody.
import { afterAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { movableClock } from '#platform/clock.ts'
import { declareTimedWork, type TimedWork, timedWork } from '#platform/worker/timed-work.ts'
import { anOrganization, aUser, type TestUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { START, testServer } from '#test/support/server.ts'
import { jobs } from './jobs.ts'

const server = await testServer({ database: await ownDatabase(), clock: movableClock(START) })
const declared = timedWork()
afterAll(async () => {
  declareTimedWork(declared)
  await server.close()
})

const DUE = new Date(START.getTime() + 86_400_000)
const advanceJob = present(jobs[0], 'The job of an advance')

/** An organization of a user with a test clock whose advance is requested; `run` is one run of its job. */
async function anAdvance(owner: TestUser) {
  const { id: organizationId } = await anOrganization(server, owner)
  const clock = await owner.request('POST', '/v1/test-clocks/', { body: { organization_id: organizationId } })
  const path = `/v1/test-clocks/${clock.json.id}`
  const requested = await owner.request('POST', `${path}/advance`, { body: { by: 'P2D' } })
  expect([requested.status, requested.json.status]).toEqual([202, 'advancing'])
  const attempt = { id: organizationId, attempt: 1, isLastAttempt: false, wasInterrupted: false, now: START }
  return {
    organizationId,
    run: async () => advanceJob.run({ organizationId }, server.platform, attempt),
    status: async (): Promise<string> => (await owner.request('GET', path)).json.status,
  }
}

test('of two clocks of one user one advances and the other waits, while that of another user advances', async () => {
  const [owner, stranger] = [await aUser(server), await aUser(server)]
  const [first, second, other] = [await anAdvance(owner), await anAdvance(owner), await anAdvance(stranger)]
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done: string[] = []
  // Due once in each organization; that of the first one lasts until it is released.
  const work: TimedWork = {
    name: 'tests:held',
    nextAt: async (_, organizationId) => (done.includes(organizationId) ? null : DUE),
    run: async (_, organizationId) => {
      if (organizationId === first.organizationId) {
        begun.resolve()
        await released.promise
      }
      done.push(organizationId)
    },
  }
  declareTimedWork([work])
  const running = first.run()
  await begun.promise
  expect(await second.run()).toEqual({ againInSeconds: expect.any(Number) })
  expect(await other.run()).toBeUndefined()
  expect(done).toEqual([other.organizationId])
  released.resolve()
  expect(await running).toBeUndefined()
  expect(await second.run()).toBeUndefined()
  expect(done).toEqual([other, first, second].map(({ organizationId }) => organizationId))
  expect(await Promise.all([first.status(), second.status(), other.status()])).toEqual(['ready', 'ready', 'ready'])
})
