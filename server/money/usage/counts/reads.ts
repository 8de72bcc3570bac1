import { sql } from 'kysely'
import { z } from 'zod'
import { meters } from '#merchant/catalogue/meters/index.ts'
import { customers } from '#merchant/customers/index.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { added, oneOrMore } from '#platform/http/wire-parts.ts'
import { byName } from '#platform/resource/by-name.ts'
import { joined } from '#platform/resource/embedded.ts'
import { filter, ids, search } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import type { FiguredMeter } from './model.ts'
import { customerMeters } from './store.ts'

const externalIds = oneOrMore(z.string())
const balance = sql`(customer_meters.credited_units - customer_meters.consumed)`

/** The progress of the counting of the events that there were before a meter. */
export type MeterProgress = Pick<FiguredMeter, 'countedEvents' | 'totalEvents' | 'completedAt'>

/** The progress of a meter of one of the organizations; undefined without such a meter. */
export async function findProgress(db: Database, tenants: readonly string[], id: string): Promise<MeterProgress | undefined> {
  const { rows } = await sql<MeterProgress>`
    select coalesce(own.counted_events, 0) as "countedEvents", coalesce(own.total_events, 0) as "totalEvents", own.completed_at as "completedAt"
    from meters left join meter_figures as own on own.organization_id = meters.organization_id and own.meter_id = meters.id
    where meters.organization_id = ${anyOf(tenants)} and meters.id = ${id}`.execute(db)
  return rows[0]
}

/** The list of customer meters. */
export const customerMeterList = list(customerMeters, {
  with: {
    customer: joined(customers, { from: 'customer_meters', column: 'customer_id' }),
    meter: joined(meters, { from: 'customer_meters', column: 'meter_id' }),
  },
  filters: {
    customer_id: ids('customer_meters.customer_id'),
    external_customer_id: filter(externalIds, (values) => sql<boolean>`customers.external_id = ${anyOf(values)}`),
    meter_id: ids('customer_meters.meter_id'),
    query: search('meters.name').meta(added("Part of the meter's name.")),
  },
  sorting: {
    created_at: 'customer_meters.created_at',
    modified_at: sql`coalesce(customer_meters.modified_at, customer_meters.created_at)`,
    customer_id: 'customer_meters.customer_id',
    customer_name: byName(sql`coalesce(customers.name, customers.email)`),
    meter_id: 'customer_meters.meter_id',
    meter_name: byName('meters.name'),
    consumed_units: 'customer_meters.consumed',
    credited_units: 'customer_meters.credited_units',
    balance,
  },
  defaultSorting: '-modified_at',
})
