// Webhooks of one endpoint while the receiver of another merchant's endpoint takes seconds for each answer, beside the same without it.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { monotonicMs } from '#platform/clock.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import type { TestServer } from '#test/support/server.ts'
import { applicationOn } from '../fixture.ts'
import { createDatabase } from '../rivals/rivals.ts'
import { startServer, type Target } from '../targets.ts'
import { type Line, type LineOptions, median, type Row } from './line.ts'
import { type CountingReceiver, countingReceiver, insertEvents } from './webhooks.ts'

/** Events of a measurement, and single ones whose time is measured. */
const EVENTS = 2000
const SINGLES = 100
/** Events that wait for the slow receiver: more than it takes during a measurement. */
const SLOW_EVENTS = 500
const ANSWER_MS = 5000

async function slowReceiver(): Promise<{ readonly url: string; readonly calls: () => number; close(): void }> {
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    request.resume()
    setTimeout(() => response.writeHead(204).end(), ANSWER_MS).unref()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, calls: () => calls, close }
}

/** A merchant with an endpoint and a first event. Returns its organization. */
async function aSender(application: TestServer, url: string): Promise<string> {
  const merchant = await aMerchant(application)
  const body = { url, format: 'raw', secret: 'a secret of the bench', events: ['product.updated'] }
  const endpoint = await merchant.request('POST', '/v1/webhooks/endpoints', { body })
  if (endpoint.status !== 201) throw new Error(`The endpoint was answered ${endpoint.status}.`)
  const { id } = await aProduct(merchant)
  await merchant.request('PATCH', `/v1/products/${id}`, { body: { name: 'Template' } })
  return merchant.organizationId
}

/** The measurements of the working receiver. */
interface Measured {
  readonly perSecond: number
  readonly singleMs: number
}

async function measureWorking(client: pg.Client, organizationId: string, receiver: CountingReceiver): Promise<Measured> {
  const send = async (count: number) => {
    const received = receiver.receivedTimes(count)
    await insertEvents(client, organizationId, count)
    const startMs = monotonicMs()
    return ((await received).at(-1) ?? startMs) - startMs
  }
  const tookMs = await send(EVENTS)
  const singlesMs: number[] = []
  for (let each = 0; each < SINGLES; each += 1) singlesMs.push(await send(1))
  return { perSecond: (EVENTS * 1000) / tookMs, singleMs: median(singlesMs) }
}

/** A round: alone, beside the slow receiver, and alone again, so that a trend of the machine favours neither. */
interface MeasuredRound {
  readonly alone: readonly Measured[]
  readonly beside: Measured
}

function rowsOf(rounds: readonly MeasuredRound[]): readonly Row[] {
  const row = (line: string, of: (measured: Measured) => number, unit: string): Row => {
    const [ours, alone] = [median(rounds.map(({ beside }) => of(beside))), median(rounds.flatMap((each) => each.alone.map(of)))]
    const ratio = median(rounds.map((each) => of(each.beside) / median(each.alone.map(of)))).toFixed(2)
    const limit = `${SLOW_EVENTS} waiting, ${ANSWER_MS / 1000} s each`
    return { line, ours: `${ours.toFixed(1)}${unit}`, bare: `${alone.toFixed(1)}${unit}`, ratio, cpu: '', times: '', limit }
  }
  return [
    row('webhooks beside a slow receiver, beside the same alone', ({ perSecond }) => perSecond, '/s'),
    row('p50 from commit to receiver beside a slow one, beside the same alone', ({ singleMs }) => singleMs, ' ms'),
  ]
}

export const slowReceiverLine: Line = {
  name: 'slow receiver',
  run: async ({ setup, rounds }: LineOptions) => {
    const databaseUrl = await createDatabase(setup.databaseUrl, 'slow_receiver')
    const application = await applicationOn(databaseUrl)
    const [working, slow] = [await countingReceiver(), await slowReceiver()]
    const organizationId = await aSender(application, working.url)
    const other = await aSender(application, slow.url)
    await application.close()
    const client = new pg.Client(databaseUrl)
    client.on('error', () => undefined)
    await client.connect()
    let target: Target | undefined
    try {
      const measured: MeasuredRound[] = []
      for (let each = 0; each < rounds; each += 1) {
        target = await startServer({ ...setup, databaseUrl }, ['--role', 'worker'])
        const measure = () => measureWorking(client, organizationId, working)
        await measure()
        const before = await measure()
        const calls = slow.calls()
        await insertEvents(client, other, SLOW_EVENTS)
        while (slow.calls() === calls) await new Promise((resolve) => setTimeout(resolve, 10))
        const beside = await measure()
        await client.query(`delete from webhook_events where organization_id = $1 and status = 'pending'`, [other])
        await new Promise((resolve) => setTimeout(resolve, ANSWER_MS + 1000))
        measured.push({ alone: [before, await measure()], beside })
        await target.stop()
      }
      return rowsOf(measured)
    } finally {
      await target?.stop()
      await client.end()
      working.close()
      slow.close()
    }
  },
}
