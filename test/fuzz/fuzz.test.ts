// Generated requests against the real server: every answer must match the OpenAPI document.
// `npm test -- fuzz --requests N --seed S` sends more requests, or repeats a run. A seed determines the operation, caller, path, query,
// headers and body of every request. It does not determine the ids and secrets of created objects, nor the order in which concurrent
// requests are processed.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedOf } from '#test/seeds.ts'
import { type FuzzApplication, startFuzzApplication } from './application.ts'
import { plansOf } from './plans.ts'
import { type FuzzReport, fuzz } from './run.ts'

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 8000)
const seed = seedOf('FUZZ_SEED')
/** A request takes about 5 ms; the bound allows for a busy machine. */
const RUN_MS = 120_000 + requests * 30
/** The bound on the growth of the memory of the server during the run, in MB. */
const GROWTH_MB = 400
/** The number of 503 answers of a full hashing queue: eight concurrent requests never fill it. */
const BUSY_MAX = 0

let app: FuzzApplication
let report: FuzzReport

beforeAll(async () => {
  app = await startFuzzApplication()
  console.log(
    `Fuzz: ${requests} requests with the seed ${seed} on ${process.env['DATABASE_URL'] ? 'PostgreSQL' : 'the embedded database'}.`,
  )
  report = await fuzz(app, { seed, requests, isRare })
  const { statuses, seconds, slowestMs, memoryMb } = report
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  console.log(`Fuzz: ${seconds.toFixed(1)} s, slowest ${Math.round(slowestMs)} ms, memory ${memoryMb.join(' → ')} MB, ${counts.join(', ')}`)
}, RUN_MS)
afterAll(() => app?.close())

/**
 * Operations whose input depends on each other's results, such as the team that a user is in, the balance that a payout is of, the payment
 * method of a customer, the checksum of a file that was sent, an account that was linked at a provider, a mailed code, a session that a
 * mailed code has opened, an external id that a typed address may have placed, the activation of a key, a grant that has failed, a dispute
 * that waits, an order whose renewal was declined, a sale of a live organization, or going live with each of its checks done: test/clients,
 * test/journeys and their modules' tests make them succeed.
 */
const RARE =
  /\/(account-info|get-role|list-team-members|add-team-member|remove-team-member|record-payout|\{method_id\}|retry-payment|confirm-payment|void|connections\/\{id\}|connections\/discord\/roles|linked-accounts\/(discord|github)|customer-session\/authenticate|email-update\/(check|verify|request|return|return\/check)|customers\/\{id\}\/external-id|retry|activations\/\{activation_id\}|license-keys\/deactivate|payment-methods\/\{id\}\/default|customer-portal\/subscriptions\/\{id\}\/preview|event-imports\/\{id\}\/uploaded|disputes\/\{id\}\/(contest|accept)|stripe\/(key|events|returns)|tax-records\/\{id\}|live-mode)$/
const isRare = (name: string): boolean => RARE.test(name)

describe('generated requests', () => {
  test('every answer is in time, is declared, has its declared shape and leaks nothing', () => {
    if (report.faults.length > 0) throw new Error(`The seed is ${seed}.\n\n${report.faults.join('\n\n')}`)
  })

  test('every operation succeeds at least once', () => {
    const never = [...report.successes].filter(([name, count]) => count === 0 && !isRare(name)).map(([name]) => name)
    expect(never, 'These operations lack valid input: see test/fuzz/field-values.ts, PATH_KINDS in plans.ts and application.ts.').toEqual(
      [],
    )
  })

  test('the hashing queue refuses no request', () => expect(report.busy).toBeLessThanOrEqual(BUSY_MAX))

  test('the server is alive and its memory stays within a bound', () => {
    expect(app.isAlive()).toBe(true)
    const [before, ...later] = report.memoryMb
    if (before !== undefined) expect((later.at(-1) ?? 0) - before).toBeLessThan(GROWTH_MB)
  })

  test('the ledger balances', async () => {
    const ledger = await app.verifyLedger()
    expect([ledger.code, ledger.out + ledger.err]).toEqual([
      0,
      expect.stringMatching(/The ledger is consistent: \d+ entries of [1-9]\d* orders/),
    ])
  })

  test('a seed determines the requests', () => {
    const [first, again, other] = [seed, seed, seed + 1].map((each) => {
      const plans = plansOf(app.document, each)
      return Array.from({ length: 200 }, (_, index) => {
        const { operation, ...rest } = plans(index)
        return { name: operation.name, ...rest }
      })
    })
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })
})
