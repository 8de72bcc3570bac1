// Random lives of subscriptions under a moving clock, with two workers that may fail, compared with a plain model of what is owed.
import fc from 'fast-check'
import { afterAll, test } from 'vitest'
import { seedOf } from '#test/seeds.ts'
import { expectSoundBooks } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { failingDatabase } from '../failing-database.ts'
import { acceptLateOutcomes, expectWhatIsOwed } from './checks.ts'
import { describeWave, type Wave, wave } from './inputs.ts'
import { begin, take } from './steps.ts'
import { createWorld, pass, passTo, type Servers, type World } from './world.ts'

const LIVES = Number(process.env['SIMULATION_LIVES'] ?? 100)
const seed = seedOf('SIMULATION_SEED')
/** The time for which a failure is made smaller. */
const SHRINK_MS = 120_000

const open = await ownDatabase()
const failing = failingDatabase(open)
const first = await testServer({ database: failing.database })
const second = await testServer({ database: open, clock: first.clock, keepsCounts: true })
const servers: Servers = { first, second, failing }
afterAll(async () => {
  await first.stop()
  await second.close()
})

async function runWave(input: Wave): Promise<void> {
  const world = await createWorld(servers, input)
  const begun = new Map<number, World['customers'][number]>()
  for (const [index, round] of input.rounds.entries()) {
    await pass(world, round)
    if (round.crash) await acceptLateOutcomes(world)
    for (const [at, life] of input.lives.entries()) {
      const customer = begun.get(at)
      const step = life.steps[index - life.from - 1]
      if (index === life.from) {
        await begin(world, life)
        begun.set(at, world.customers.at(-1) as World['customers'][number])
      } else if (customer && step) await take(world, customer, step)
    }
    await passTo(world, world.now)
    await expectWhatIsOwed(world)
  }
  await expectSoundBooks(second, world.merchant)
}

/** Runs one wave; a failure is made smaller, and thrown with its seed and the shortest sequence that was found. Returns its lives. */
async function simulate(of: number): Promise<number> {
  let lives = 0
  const property = fc.asyncProperty(wave, async (input) => {
    lives += input.lives.length
    await runWave(input)
  })
  const found = await fc.check(property, { seed: of, numRuns: 1, endOnFailure: true })
  const [input] = found.counterexample ?? []
  if (!input) return lives
  const start = (await failsAlone(input)) ?? input
  const smallest = await fc.check(property, { examples: [[start]], numRuns: 1, interruptAfterTimeLimit: SHRINK_MS })
  const [smaller = start] = smallest.counterexample ?? []
  const sequence = `npm run simulate -- --seed ${of} --lives 1\n${describeWave(smaller)}`
  throw new Error(sequence, { cause: smallest.errorInstance ?? found.errorInstance })
}

/** The wave with only one of its customers, where that one fails alone. */
async function failsAlone(input: Wave): Promise<Wave | undefined> {
  for (const life of input.lives) {
    const alone = { ...input, lives: [life] }
    const failure = await runWave(alone).catch((error: unknown) => error)
    if (failure) return alone
  }
  return undefined
}

test(`of ${LIVES} lives each is billed for every period once, and the money adds up`, { timeout: 3_600_000 }, async () => {
  console.log(`Simulation seed: ${seed}`)
  for (let lives = 0, of = seed; lives < LIVES; of += 1) lives += await simulate(of)
})
