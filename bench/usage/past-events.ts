// Events of the last 30 days, inserted by SQL with the figures of their meters: as if they had been ingested.

import { monthsFrom } from '#money/usage/events/months/months.ts'
import { createMonth } from '#money/usage/events/months/store.ts'
import type { TestServer } from '#test/support/server.ts'
import { query } from '../rivals/rivals.ts'
import { EVENT_NAME, type UsageMerchant } from './merchant.ts'

/** Events of one statement. */
const CHUNK = 1_000_000
const DAYS = 30

/** Creates the partition of the month in which the events begin, where there is none yet: the server creates those of the next months. */
export async function createPastMonth({ platform: { database } }: TestServer, end: Date): Promise<void> {
  const [month] = monthsFrom(new Date(end.getTime() - DAYS * 86_400_000), 1)
  if (month && month.end <= end) await database.transaction((tx) => createMonth(tx, month))
}

/** Inserts so many events of the customers in turn, evenly over the 30 days before `end`, and adds them to the figures of each meter. */
export async function insertPastEvents(
  databaseUrl: string,
  { merchant: { organizationId }, meterIds }: UsageMerchant,
  { count, end }: { readonly count: number; readonly end: Date },
): Promise<void> {
  const stepMs = (DAYS * 86_400_000) / count
  const of = `'${organizationId}'::uuid`
  for (let from = 0; from < count; from += CHUNK)
    await query(
      databaseUrl,
      // Without the checks of foreign keys and the counts of rows, which would take most of the time.
      `set session_replication_role = replica;
       with customer as (select array_agg(id order by id) as ids from customers where organization_id = ${of})
       insert into usage_events (organization_id, id, "timestamp", name, source, customer_id, external_customer_id, external_id, metadata)
       select ${of}, (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
           || substr(md5(n::text), 4, 15))::uuid, at, '${EVENT_NAME}', 'user', ids[1 + n % cardinality(ids)], null, null,
         jsonb_build_object('tokens', 100 + n % 1000, 'model', case when n % 2 = 0 then 'small' else 'large' end)
       from customer, generate_series(${from}, ${Math.min(from + CHUNK, count) - 1}) as n,
         lateral (select date_trunc('milliseconds', '${end.toISOString()}'::timestamptz - make_interval(secs => n * ${stepMs / 1000})) as at) as time`,
    )
  const added = `count(*), count(*), sum((metadata ->> 'tokens')::numeric), max((metadata ->> 'tokens')::numeric), min((metadata ->> 'tokens')::numeric)`
  const meters = `unnest('{${meterIds.join(',')}}'::uuid[]) as meter (id)`
  const ofMerchant = `from usage_events, ${meters} where organization_id = ${of}`
  await query(
    databaseUrl,
    `set session_replication_role = replica;
     insert into meter_hours select ${of}, meter.id, date_trunc('hour', "timestamp"), ${added} ${ofMerchant} group by 2, 3;
     insert into customer_meter_hours
       select ${of}, customer_id, meter.id, date_trunc('hour', "timestamp"), ${added} ${ofMerchant} group by 2, 3, 4;
     insert into customer_meters (organization_id, id, customer_id, meter_id, created_at, events, numbers, total, maximum, minimum, consumed)
       select ${of}, gen_random_uuid(), customer_id, meter_id, now(), sum(events), sum(numbers), sum(total), max(maximum), min(minimum), sum(total)
       from customer_meter_hours where organization_id = ${of} group by 3, 4;
     insert into usage_event_names
       select ${of}, name, source, count(*), min("timestamp"), max("timestamp") from usage_events where organization_id = ${of} group by 2, 3`,
  )
}
