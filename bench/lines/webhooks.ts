// Deliveries of webhooks: from the commit of many facts to the moment at which the receiver has the last of them.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { monotonicMs } from '#platform/clock.ts'
import type { DeliveryScript } from '../deliveries.ts'
import type { Round } from '../load.ts'
import { measured } from '../load.ts'
import { startBareDeliveries, startOurs, type Target } from '../targets.ts'
import { type Course, type Line, rateRow, type Sides } from './line.ts'

const FACTS = 2000
const WARM_UP = 300
const ARRIVED_WITHIN_MS = 60_000
const CHANNEL = 'guildhall_work'

interface Counting {
  readonly url: string
  /** Settles with the moments, in milliseconds, at which the next `count` calls arrived. */
  arrivals(count: number): Promise<readonly number[]>
  close(): void
}

async function countingReceiver(): Promise<Counting> {
  let times: number[] = []
  let wanted: { readonly count: number; tell(): void } = { count: Number.POSITIVE_INFINITY, tell: () => undefined }
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end()
      times.push(monotonicMs())
      if (times.length === wanted.count) wanted.tell()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals: async (count) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      times = []
      wanted = { count, tell: resolve }
      const late = setTimeout(() => reject(new Error(`Only ${times.length} of ${count} webhooks arrived in time.`)), ARRIVED_WITHIN_MS)
      await promise.finally(() => clearTimeout(late))
      return times
    },
    close: () => server.close(),
  }
}

/** Facts of products that each changed once, told in one commit. */
async function tellFacts(client: pg.Client, organizationId: string, count: number): Promise<void> {
  await client.query(
    `insert into facts (id, organization_id, name, audience, resource_id, payload, happened_at)
     select gen_random_uuid(), organization_id, name, audience, gen_random_uuid(), payload, $3::timestamptz
     from (select organization_id, name, audience, payload from facts where organization_id = $1 and name = 'product.updated' limit 1) as told,
       generate_series(1, $2::int)`,
    [organizationId, count, new Date()],
  )
  await client.query('select pg_notify($1, $2)', [CHANNEL, ''])
}

async function round(
  target: Target,
  { ground, fixture }: Course,
  { client, receiver }: { readonly client: pg.Client; readonly receiver: Counting },
): Promise<Round> {
  const some = async (count: number) => {
    const arriving = receiver.arrivals(count)
    await tellFacts(client, fixture.organizationId, count)
    const startMs = monotonicMs()
    const times = await arriving
    return { count, durationMs: (times.at(-1) ?? startMs) - startMs, timesMs: times.map((time) => time - startMs) }
  }
  try {
    await some(WARM_UP)
    return await measured(target, ground.cores, () => some(FACTS))
  } finally {
    await target.stop()
  }
}

// For each webhook; what a batch of facts or a lane costs besides is shared by many.
function messagesOf(path: string): number {
  const { fact, before, after } = JSON.parse(readFileSync(path, 'utf8')) as DeliveryScript
  return fact.length + before.length + after.length
}

/** The line; one worker at a time is running, or they would take the facts from each other. */
export const webhookLine: Line = {
  name: 'webhook deliveries',
  run: async (course) => {
    const receiver = await countingReceiver()
    const client = new pg.Client(course.ground.databaseUrl)
    // Where the run fails, the server of it is gone before this connection is.
    client.on('error', () => undefined)
    await client.connect()
    await client.query(`update webhook_endpoints set url = $1, is_enabled = true, deleted_at = null where organization_id = $2`, [
      receiver.url,
      course.fixture.organizationId,
    ])
    const with_ = { client, receiver }
    const sides: Sides<Round> & { ours: Round[]; bare: Round[] } = { ours: [], bare: [] }
    for (let each = 0; each < course.rounds; each += 1) {
      sides.ours.push(await round(await startOurs(course.ground, ['--role', 'worker']), course, with_))
      sides.bare.push(await round(await startBareDeliveries(course.ground, course.deliveries, receiver.url), course, with_))
    }
    await client.end()
    receiver.close()
    return [rateRow('webhook deliveries', sides, messagesOf(course.deliveries))]
  },
}
