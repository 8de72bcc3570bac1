// Requests made from the document against the real server: whatever is sent, each answer is one that the document promises.
// `npm test -- fuzz --requests N --seed S` sends more, or the same again. What repeats with a seed: operation, caller, path, query,
// headers and body of every request. What does not: ids and secrets of things that the run made, and the order in which the
// requests in flight are worked.
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFuzzHouse, type FuzzHouse } from './application.ts'
import { plansOf } from './plans.ts'
import { fuzz, type Told } from './run.ts'

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 6000)
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31))
/** A request takes some 5 ms; this is for a machine that is busy with other things. */
const RUN_MS = 120_000 + requests * 30
/** What the server may hold more at the end than before the run, in MB. */
const GROWTH_MB = 400
/** Answers of a full hash queue among all: eight at once never fill it. */
const BUSY_MAX = 0

let house: FuzzHouse
let told: Told

beforeAll(async () => {
  house = await aFuzzHouse()
  console.log(
    `Fuzz: ${requests} requests with the seed ${seed} on ${process.env['DATABASE_URL'] ? 'PostgreSQL' : 'the embedded database'}.`,
  )
  told = await fuzz(house, { seed, requests })
  const { statuses, seconds, slowestMs, memoryMb } = told
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  console.log(`Fuzz: ${seconds.toFixed(1)} s, slowest ${Math.round(slowestMs)} ms, memory ${memoryMb.join(' → ')} MB, ${counts.join(', ')}`)
}, RUN_MS)
afterAll(() => house?.close())

describe('fuzz from the document', () => {
  test('every answer is in time, declared, of its declared shape, and tells nothing that it may not', () => {
    if (told.faults.length > 0) throw new Error(`The seed is ${seed}.\n\n${told.faults.join('\n\n')}`)
  })

  test('every operation succeeded at least once', () => {
    const never = [...told.successes].filter(([, count]) => count === 0).map(([name]) => name)
    expect(never, 'What these need is not made: see test/fuzz/meant.ts, PATH_KINDS in plans.ts and house.ts.').toEqual([])
  })

  test('the queue of hashes sent nobody away', () => expect(told.busy).toBeLessThanOrEqual(BUSY_MAX))

  test('the server is alive and has not grown beyond its bound', () => {
    expect(house.isAlive()).toBe(true)
    const [before, ...later] = told.memoryMb
    if (before !== undefined) expect((later.at(-1) ?? 0) - before).toBeLessThan(GROWTH_MB)
  })

  test('the books hold', async () => {
    const books = await house.verifyLedger()
    expect([books.code, books.out + books.err]).toEqual([0, expect.stringMatching(/The books hold: \d+ entries of [1-9]\d* orders/)])
  })

  test('the same seed gives the same requests, another one others', () => {
    const [first, again, other] = [seed, seed, seed + 1].map((one) => {
      const plans = plansOf(house.book, one)
      return Array.from({ length: 200 }, (_, index) => {
        const { operation, ...rest } = plans(index)
        return { name: operation.name, ...rest }
      })
    })
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })
})
