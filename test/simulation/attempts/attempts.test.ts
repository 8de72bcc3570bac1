// Requests that call the processor between two transactions, interrupted at each point and then repeated, left to the jobs, or both: each
// takes effect once or not at all, the processor moves money as often as that, a repeat gets the same answer, and nothing stays locked.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { seedOf } from '#test/seeds.ts'
import { expectSoundBooks } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { passDays, testServer } from '#test/support/server.ts'
import { type Failure, failingDatabase } from '../failing-database.ts'
import { type Flow, flows, heldBy, type PreparedRequest } from './flows.ts'

const RUNS = Number(process.env['ATTEMPT_RUNS'] ?? 8)
const seed = seedOf('ATTEMPT_SEED')
/** More than the pause between two queries for an outcome, and than that after which a failed job is tried again. */
const PAUSE_SECONDS = 61
/** Together more than the two minutes after which a request that the processor does not know is given up. */
const PAUSES = 4

const open = await ownDatabase()
const failing = failingDatabase(open)
const failingServer = await testServer({ database: failing.database })
const server = await testServer({ database: open, clock: failingServer.clock, keepsCounts: true })
afterAll(async () => {
  await failingServer.stop()
  await server.close()
})

/** The failure of a request, and what follows. */
interface Interruption {
  readonly failure: Failure
  readonly follows: 'repeat' | 'jobs' | 'repeat beside the jobs' | 'two repeats'
}

const interruptions: fc.Arbitrary<Interruption> = fc.record({
  failure: fc.oneof(
    { weight: 2, arbitrary: fc.record({ of: fc.constant('server'), at: fc.integer({ min: 1, max: 2 }), isAfterCommit: fc.boolean() }) },
    fc.record({ of: fc.constant('processor'), at: fc.integer({ min: 1, max: 2 }), isAfterCommit: fc.boolean() }),
  ),
  follows: fc.constantFrom('repeat', 'jobs', 'repeat beside the jobs', 'two repeats'),
}) as fc.Arbitrary<Interruption>

async function settleAll(): Promise<void> {
  for (let pause = 0; pause < PAUSES; pause += 1) {
    await server.drain()
    server.clock.advance(PAUSE_SECONDS)
  }
  await server.drain()
}

const followUps: Readonly<Record<Interruption['follows'], (repeat: () => Promise<unknown>) => Promise<unknown>>> = {
  repeat: (repeat) => repeat(),
  jobs: () => server.drain(),
  'repeat beside the jobs': (repeat) => Promise.all([repeat(), server.drain()]),
  'two repeats': (repeat) => Promise.all([repeat(), repeat()]),
}

async function run({ merchant, send, isDone, effect }: PreparedRequest, { failure, follows }: Interruption): Promise<void> {
  const before = await heldBy(server, merchant)
  failing.fail(failure)
  await send(failingServer, 'first')
  failing.fail(null)
  await followUps[follows](() => send(server, 'first'))
  const expectWhole = async (): Promise<number> => {
    await settleAll()
    const { times, moved } = await effect()
    expect([0, 1]).toContain(times)
    expect((await heldBy(server, merchant)) - before).toBe(moved)
    return times
  }
  const soon = await expectWhole()
  const [repeated, again] = [await send(server, 'first'), await send(server, 'first')]
  expect([again.status, again.json]).toEqual([repeated.status, repeated.json])
  expect(repeated.status).toBeLessThan(500)
  const done = await expectWhole()
  expect(done).toBeGreaterThanOrEqual(soon)
  if (isDone(repeated.json)) expect(done).toBe(1)
  // A request with another key finds nothing locked: it has its effect where the first one had none.
  if (done === 0) {
    expect((await send(server, 'second')).status).toBeLessThan(300)
    expect(await expectWhole()).toBe(1)
  }
  await expectSoundBooks(server, merchant)
}

async function ready(flow: Flow, count: number): Promise<(() => Promise<PreparedRequest>)[]> {
  const prepared = []
  for (let made = 0; made < count; made += 1) prepared.push(await flow.prepare(server))
  if (flow.days !== undefined) await passDays(server, flow.days)
  return prepared
}

test.each(flows)('$name happens once or not at all, wherever it is interrupted', { timeout: 86_400_000 }, async (flow) => {
  console.log(`Attempts seed: ${seed}`)
  const samples = fc.sample(interruptions, { seed, numRuns: RUNS })
  const prepared = await ready(flow, RUNS)
  for (const [at, interruption] of samples.entries()) {
    const request = await prepared[at]?.()
    if (!request) throw new Error('There are more interruptions than requests.')
    try {
      await run(request, interruption)
    } catch (error) {
      throw new Error(`ATTEMPT_SEED=${seed}, run ${at + 1}: ${JSON.stringify(interruption)}\n${String(error)}`, { cause: error })
    }
  }
})
