// PostgreSQL is stopped under a steady load and started again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import { type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort, startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { runningServer } from '#test/support/running-server.ts'
import { expectEachPaidOnce } from './database-checks.ts'
import { type LoadAnswer, steadyLoad } from './steady-load.ts'

/** The outage lasts until so many requests were refused: none waits for a database that is known to be unreachable. */
const REFUSED_MIN = 60

const folder = mkdtempSync(join(tmpdir(), 'guildhall-gone-'))
let postgres: TemporaryPostgres
let server: RunningGuildhall
let merchant: TestMerchant
let receiver: Receiver

beforeAll(async () => {
  postgres = await startPostgres()
  const port = await freePort()
  const base = `http://localhost:${port}`
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, AUTH_SECRET: 'a secret that only tests know, 32 and more' }
  server = await startGuildhall({ ...env, BASE_URL: base, PORT: String(port), METRICS_TOKEN: 'let-me-read' })
  merchant = await aMerchant(runningServer(base))
  receiver = await aReceiver()
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of the tests', events: ['order.paid'] }
  await merchant.request('POST', '/v1/webhooks/endpoints', { body })
})
afterAll(async () => {
  await server?.stop('SIGKILL')
  await receiver?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const health = async (path: string) => {
  const answer = await fetch(server.baseUrl + path)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}

/** Asserts that the answer is a 503 in the error shape of its API, with the time to retry. */
function expectUnavailable({ endpoint, status, headers, text }: LoadAnswer): void {
  const body = JSON.parse(text)
  const shape =
    endpoint === 'session'
      ? { code: 'SERVICE_UNAVAILABLE', message: expect.any(String) }
      : { error: 'ServiceUnavailable', detail: expect.any(String) }
  expect([endpoint, status, headers.get('retry-after'), body]).toEqual([endpoint, 503, '2', expect.objectContaining(shape)])
}

/** The warnings and errors in the log since it was `from` characters long. */
const problems = (from: number) =>
  server
    .output()
    .slice(from)
    .split('\n')
    .filter((line) => /"level":"(warn|error)"/.test(line))
    .map((line) => JSON.parse(line) as { event: string; time: string })

test('during an outage of the database every request is answered 503 before it returns, and requests succeed when it has', async () => {
  const load = await steadyLoad(server.baseUrl, merchant, { reads: 15, sales: 3 })
  await expect.poll(() => load.answers.filter(({ endpoint }) => endpoint === 'confirm').length, { timeout: 10_000 }).toBeGreaterThan(4)
  const logged = server.output().length

  await postgres.down()
  const stoppedMs = performance.now()
  await expect
    .poll(() => health('/readyz'))
    .toMatchObject({ status: 503, retryAfter: '2', body: { detail: 'The database does not answer.' } })
  expect(await health('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  const metrics = await fetch(`${server.baseUrl}/metrics`, { headers: { authorization: 'Bearer let-me-read' } })
  expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('guildhall_database_up 0')])
  const refused = () => load.answers.filter(({ status, startedMs }) => status === 503 && startedMs > stoppedMs).length
  await expect.poll(refused, { timeout: 60_000 }).toBeGreaterThan(REFUSED_MIN)
  await postgres.up()
  const restartedMs = performance.now()

  await expect.poll(() => health('/readyz').then(({ status }) => status), { interval: 50 }).toBe(200)
  const readyMs = performance.now()
  await expect.poll(() => load.answers.filter(({ status, startedMs }) => status === 200 && startedMs > readyMs).length).toBeGreaterThan(25)
  const sales = await load.stop()

  // From the stop to the return each answer is 503, or a success at the edges; before and after the outage every answer is a success.
  const during = load.answers.filter(({ startedMs, tookMs }) => startedMs + tookMs > stoppedMs && startedMs < readyMs)
  // A key that was claimed when the outage began is in use until its lease is taken back, which the database must have returned for.
  const isKeyInUse = ({ status, startedMs, tookMs }: (typeof during)[number]) => status === 409 && startedMs + tookMs > restartedMs
  for (const answer of during) if (![200, 201].includes(answer.status) && !isKeyInUse(answer)) expectUnavailable(answer)
  const after = load.answers.filter(({ startedMs }) => startedMs > readyMs)
  // A key that was claimed when the outage began is in use until its lease is taken back.
  const odd = after.filter(({ status }) => ![200, 201, 409].includes(status))
  expect(odd.map(({ endpoint, status, text }) => ({ endpoint, status, text }))).toEqual([])

  expect(sales.filter(({ isPaid }) => !isPaid)).toEqual([])
  await expectEachPaidOnce(postgres.url, merchant.organizationId, sales)
  // The relay and the jobs resume by themselves: the webhook of each order is delivered.
  const deliveredCheckouts = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.checkout_id))
  await expect
    .poll(() => deliveredCheckouts().size, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(sales.filter(({ isInDoubt }) => !isInDoubt).length)

  // One line when the outage begins and one when it ends, besides those of the requests that it interrupted.
  const lines = problems(logged)
  const count = (text: string) => lines.filter(({ event }) => event.startsWith(text)).length
  expect([count('The database is unreachable'), count('The database is back')]).toEqual([1, 1])
  expect(lines.length, lines.map(({ event }) => event).join('\n')).toBeLessThan(50)
})

test('rate limit counts are shared again after an outage of the database', async () => {
  await expect
    .poll(async () => {
      const answer = await fetch(`${server.baseUrl}/api/auth/sign-in/email`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
      return answer.status
    })
    .toBe(429)
})
