// The next event of an endpoint with very many waiting and finished events, beside one with few: the statement in PostgreSQL.
import { findDueEvent } from '#operations/webhooks/reads.ts'
import { roundTrips } from '#platform/database/named-pool.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import type { TestServer } from '#test/support/server.ts'
import { applicationOn } from '../fixture.ts'
import { recordStatements } from '../record.ts'
import { createDatabase, query } from '../rivals/rivals.ts'
import { executionMs, timeRow } from './beside.ts'
import type { Line } from './line.ts'

const MANY = Number(process.env['BENCH_WAITING'] ?? 1_000_000)
const FEW = 1000
const LANE = 0

interface Queue {
  readonly organizationId: string
  readonly endpointId: string
}

/** An endpoint with so many waiting and as many finished events; every fourth is in each lane. */
async function aQueue(application: TestServer, databaseUrl: string, count: number): Promise<Queue> {
  const merchant = await aMerchant(application)
  const body = { url: 'https://example.com/hook', format: 'raw', secret: 'a secret of the bench', events: ['product.updated'] }
  const endpoint = await merchant.request('POST', '/v1/webhooks/endpoints', { body })
  const { organizationId } = merchant
  const [of, to] = [`'${organizationId}'::uuid`, `'${endpoint.json.id}'::uuid`]
  await query(
    databaseUrl,
    `create temp table filled as select n, gen_random_uuid() as event_id, now() - interval '1 day' + make_interval(secs => n / 1000.0) as at
       from generate_series(1, ${2 * count}) as n;
     insert into webhook_payloads (organization_id, domain_event_id, format, sealed_payload, happened_at)
       select ${of}, event_id, 'raw', 'sealed', at from filled;
     insert into webhook_events (organization_id, id, endpoint_id, domain_event_id, type, resource_id, lane, sequence, format, status, attempts,
         next_attempt_at, happened_at, created_at)
       select ${of}, gen_random_uuid(), ${to}, event_id, 'product.updated', gen_random_uuid(), n % 4, n, 'raw',
         case when n > ${count} then 'pending' else 'delivered' end, 0, case when n > ${count} then at end, at, at from filled;
     drop table filled`,
  )
  return { organizationId, endpointId: endpoint.json.id }
}

export const webhookQueueLine: Line = {
  name: 'webhook queues',
  run: async ({ setup }) => {
    const databaseUrl = await createDatabase(setup.databaseUrl, 'queues')
    const application = await applicationOn(databaseUrl)
    const many = await aQueue(application, databaseUrl, MANY)
    const few = await aQueue(application, databaseUrl, FEW)
    await query(databaseUrl, 'vacuum analyze')
    const time = async (queue: Queue) => {
      const { platform } = application
      const find = () => findDueEvent(platform.database.db, { ...queue, lane: LANE }, { ...platform, now: new Date() })
      const [statement] = (await recordStatements(() => roundTrips.run({ count: 0 }, find))).statements
      if (!statement) throw new Error('No statement was sent.')
      return executionMs(databaseUrl, statement)
    }
    const row = timeRow(
      `next webhook of ${MANY.toLocaleString('en')} waiting and as many finished, beside ${FEW.toLocaleString('en')}`,
      await time(many),
      await time(few),
    )
    await application.close()
    return [row]
  },
}
