// PostgreSQL is stopped for ten seconds under a steady load, and started again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import { type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort, startPostgres, type ThrowAwayPostgres } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'
import { expectEachPaidOnce } from './books.ts'
import { type LoadAnswer, steadyLoad } from './steady-load.ts'

const OUTAGE_MS = 10_000
const READY_AGAIN_MS = 5000
/** No answer during the outage takes longer: nobody waits for what is known to be gone. */
const ANSWER_MS = 2000

const folder = mkdtempSync(join(tmpdir(), 'guildhall-gone-'))
let postgres: ThrowAwayPostgres
let house: RunningGuildhall
let merchant: TestMerchant
let receiver: Receiver

beforeAll(async () => {
  postgres = await startPostgres()
  const port = await freePort()
  const base = `http://localhost:${port}`
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, AUTH_SECRET: 'a secret that only tests know, 32 and more' }
  house = await startGuildhall({ ...env, BASE_URL: base, PORT: String(port), METRICS_TOKEN: 'let-me-read' })
  merchant = await aMerchant(runningServer(base))
  receiver = await aReceiver()
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of the tests', events: ['order.paid'] }
  await merchant.request('POST', '/v1/webhooks/endpoints', { body })
})
afterAll(async () => {
  await house?.end('SIGKILL')
  await receiver?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const health = async (path: string) => {
  const answer = await fetch(house.address + path)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}

/** An answer that says no for now, in the shape of its half and with the time to try again. */
function expectForNow({ what, status, headers, text }: LoadAnswer): void {
  const said = JSON.parse(text)
  const shape =
    what === 'session'
      ? { code: 'SERVICE_UNAVAILABLE', message: expect.any(String) }
      : { error: 'ServiceUnavailable', detail: expect.any(String) }
  expect([what, status, headers.get('retry-after'), said]).toEqual([what, 503, '2', expect.objectContaining(shape)])
}

/** The lines of trouble in the log since it was `from` characters long. */
const troubles = (from: number) =>
  house
    .said()
    .slice(from)
    .split('\n')
    .filter((line) => /"level":"(warn|error)"/.test(line))
    .map((line) => JSON.parse(line) as { event: string; time: string })

test('while the database is gone everything is answered 503 at once, and within 5 s of its return all goes on', async () => {
  const load = await steadyLoad(house.address, merchant, { reads: 15, sales: 3 })
  await expect.poll(() => load.answers.filter(({ what }) => what === 'confirm').length, { timeout: 10_000 }).toBeGreaterThan(4)
  const logged = house.said().length

  await postgres.down()
  const goneMs = performance.now()
  await expect
    .poll(() => health('/readyz'))
    .toMatchObject({ status: 503, retryAfter: '2', body: { detail: 'The database does not answer.' } })
  expect(await health('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  const metrics = await fetch(`${house.address}/metrics`, { headers: { authorization: 'Bearer let-me-read' } })
  expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('guildhall_database_up 0')])
  await wait(OUTAGE_MS - (performance.now() - goneMs))
  await postgres.up()
  const backMs = performance.now()

  await expect.poll(() => health('/readyz').then(({ status }) => status), { timeout: READY_AGAIN_MS, interval: 50 }).toBe(200)
  const readyMs = performance.now()
  expect(readyMs - backMs).toBeLessThan(READY_AGAIN_MS)
  await expect
    .poll(() => load.answers.filter(({ status, startedMs }) => status === 200 && startedMs > readyMs).length, { timeout: 5000 })
    .toBeGreaterThan(25)
  const sales = await load.stop()

  // From the stop to the return each answer is 503 or, on its very edge, success; before and afterwards all are successes.
  const during = load.answers.filter(({ startedMs, tookMs }) => startedMs + tookMs > goneMs && startedMs < readyMs)
  for (const answer of during) if (answer.status !== 200 && answer.status !== 201) expectForNow(answer)
  expect(during.filter(({ status }) => status === 503).length).toBeGreaterThan(80)
  expect(during.filter(({ tookMs }) => tookMs > ANSWER_MS)).toEqual([])
  const after = load.answers.filter(({ startedMs }) => startedMs > readyMs)
  // A key that was claimed when the database went is free again within a second of its return.
  const odd = after.filter(({ status, startedMs }) => ![200, 201].includes(status) && !(status === 409 && startedMs < readyMs + 1000))
  expect(odd.map(({ what, status, text }) => ({ what, status, text }))).toEqual([])

  expect(sales.filter(({ isPaid }) => !isPaid)).toEqual([])
  await expectEachPaidOnce(postgres.url, merchant.organizationId, sales)
  // Facts are handed on and jobs run again by themselves: each order's webhook arrives.
  const told = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.checkout_id))
  await expect.poll(() => told().size, { timeout: 15_000 }).toBeGreaterThanOrEqual(sales.filter(({ isInDoubt }) => !isInDoubt).length)

  // Said once when it went and once when it came back; besides, what was cut off in that instant.
  const lines = troubles(logged)
  const count = (words: string) => lines.filter(({ event }) => event.startsWith(words)).length
  expect([count('The database is gone'), count('The database is back')]).toEqual([1, 1])
  expect(lines.length, lines.map(({ event }) => event).join('\n')).toBeLessThan(50)
})

test('what the limits count is shared again afterwards', async () => {
  await expect
    .poll(async () => {
      const answer = await fetch(`${house.address}/api/auth/sign-in/email`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
      return answer.status
    })
    .toBe(429)
})
