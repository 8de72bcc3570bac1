// Webhook deliveries: from the commit of many events until the receiver has the last of them.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { monotonicMs } from '#platform/clock.ts'
import type { DeliveryScript } from '../deliveries.ts'
import type { Round } from '../load.ts'
import { measure } from '../load.ts'
import { startBareDeliveries, startServer, type Target } from '../targets.ts'
import { type Line, type LineOptions, median, type Row, rateRow, type Sides } from './line.ts'

const EVENTS = 2000
const WARM_UP = 300
/** Events that are sent one after the other, each when the one before it was received. */
const SINGLES = 200
const RECEIVED_WITHIN_MS = 60_000
const CHANNEL = 'guildhall_work'

/** A receiver that counts the calls of its endpoint. */
export interface CountingReceiver {
  readonly url: string
  /** Resolves with the times of the next `count` calls, in milliseconds. */
  receivedTimes(count: number): Promise<readonly number[]>
  close(): void
}

/** A receiver that answers each call at once. */
export async function countingReceiver(): Promise<CountingReceiver> {
  let times: number[] = []
  let expected: { readonly count: number; resolve(): void } = { count: Number.POSITIVE_INFINITY, resolve: () => undefined }
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end()
      times.push(monotonicMs())
      if (times.length === expected.count) expected.resolve()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    receivedTimes: async (count) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      times = []
      expected = { count, resolve }
      const late = setTimeout(
        () => reject(new Error(`Only ${times.length} of ${count} webhooks were received in time.`)),
        RECEIVED_WITHIN_MS,
      )
      await promise.finally(() => clearTimeout(late))
      return times
    },
    close: () => server.close(),
  }
}

/** Inserts one event each for many products of a merchant, like their newest one, in one commit. */
export async function insertEvents(client: pg.Client, organizationId: string, count: number): Promise<void> {
  await client.query(
    `insert into domain_events (id, organization_id, name, audience, resource_id, payload, happened_at)
     select gen_random_uuid(), organization_id, name, audience, gen_random_uuid(), payload, $3::timestamptz
     from (select organization_id, name, audience, payload from domain_events where organization_id = $1 and name = 'product.updated' limit 1) as sample,
       generate_series(1, $2::int)`,
    [organizationId, count, new Date()],
  )
  await client.query('select pg_notify($1, $2)', [CHANNEL, ''])
}

/** A round: many events at once, and the milliseconds of single ones from their commit to the receiver. */
interface MeasuredRound {
  readonly rate: Round
  readonly singlesMs: readonly number[]
}

async function round(
  target: Target,
  { setup, fixture }: LineOptions,
  { client, receiver }: { readonly client: pg.Client; readonly receiver: CountingReceiver },
): Promise<MeasuredRound> {
  const sendEvents = async (count: number) => {
    const received = receiver.receivedTimes(count)
    await insertEvents(client, fixture.organizationId, count)
    const startMs = monotonicMs()
    const times = await received
    return { count, durationMs: (times.at(-1) ?? startMs) - startMs, timesMs: times.map((time) => time - startMs) }
  }
  try {
    await sendEvents(WARM_UP)
    const rate = await measure(target, setup.cores, () => sendEvents(EVENTS))
    const singlesMs: number[] = []
    for (let each = 0; each < SINGLES; each += 1) singlesMs.push(...(await sendEvents(1)).timesMs)
    return { rate, singlesMs }
  } finally {
    await target.stop()
  }
}

// Per webhook, without the statements of a batch or a lane, which many webhooks share.
function statementCountOf(path: string): number {
  const { record, before, after } = JSON.parse(readFileSync(path, 'utf8')) as DeliveryScript
  return record.length + before.length + after.length
}

function singleRow({ ours, bare }: Sides<MeasuredRound>): Row {
  const p50 = (rounds: readonly MeasuredRound[]) => median(rounds.flatMap(({ singlesMs }) => singlesMs))
  return {
    line: 'p50 from the commit of an event to its receiver',
    ours: `${p50(ours).toFixed(1)} ms`,
    bare: `${p50(bare).toFixed(1)} ms`,
    ratio: (p50(ours) / p50(bare)).toFixed(2),
    cpu: '',
    times: '',
    limit: `${SINGLES} events, one after the other`,
  }
}

/** The line. Only one worker runs at a time, because two would share the events. */
export const webhookLine: Line = {
  name: 'webhook deliveries',
  run: async (options) => {
    const receiver = await countingReceiver()
    const client = new pg.Client(options.setup.databaseUrl)
    // When the run fails, the database server ends before this connection.
    client.on('error', () => undefined)
    await client.connect()
    await client.query(`update webhook_endpoints set url = $1, is_enabled = true, deleted_at = null where organization_id = $2`, [
      receiver.url,
      options.fixture.organizationId,
    ])
    const connections = { client, receiver }
    const sides: { ours: MeasuredRound[]; bare: MeasuredRound[] } = { ours: [], bare: [] }
    for (let each = 0; each < options.rounds; each += 1) {
      sides.ours.push(await round(await startServer(options.setup, ['--role', 'worker']), options, connections))
      sides.bare.push(await round(await startBareDeliveries(options.setup, options.deliveries, receiver.url), options, connections))
    }
    await client.end()
    receiver.close()
    const rates: Sides<Round> = { ours: sides.ours.map(({ rate }) => rate), bare: sides.bare.map(({ rate }) => rate) }
    return [rateRow('webhook deliveries', rates, statementCountOf(options.deliveries)), singleRow(sides)]
  },
}
