import { sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import { customers } from '#merchant/customers/index.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, type ListResult } from '#platform/database/list.ts'
import { added, id } from '#platform/http/wire-parts.ts'
import { byName } from '#platform/resource/by-name.ts'
import { createdBetween, filter, ids, inMetadata, isTrue, search } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { usageAlerts, usageAlertTriggers } from './store.ts'
import type { TriggerWithCustomer } from './wire.ts'

/** The list of alerts. */
export const usageAlertList = list(usageAlerts, {
  filters: {
    meter_id: ids('usage_alerts.meter_id').meta(added('Only alerts about these meters.')),
    customer_id: ids('usage_alerts.customer_id').meta(
      added('Only alerts about these customers alone; those about each customer are left out.'),
    ),
    applies_to: filter(
      id.optional(),
      (customerId) => sql<boolean>`(usage_alerts.customer_id is null or usage_alerts.customer_id = ${customerId}::uuid)`,
    ).meta(added('Only alerts that this customer can trigger: those about the customer alone, and those about each customer.')),
    is_enabled: isTrue('usage_alerts.is_enabled').meta(added('Only alerts that trigger, or only the others.')),
    query: search('usage_alerts.name').meta(added('A part of the name.')),
    ...createdBetween('usage_alerts.created_at'),
    metadata: inMetadata('usage_alerts.metadata'),
  },
  sorting: {
    created_at: 'usage_alerts.created_at',
    name: byName('usage_alerts.name'),
    threshold: 'usage_alerts.threshold',
  },
  defaultSorting: '-created_at',
})

/** The list of triggers, newest first: for the export of a customer's data. */
export const triggerList = list(usageAlertTriggers, {
  filters: { customer_id: ids('usage_alert_triggers.customer_id') },
  newestFirst: 'usage_alert_triggers.triggered_at',
})

/** An alert, looked up in `tenants`, and the page of its triggers. */
export interface TriggersQuery {
  readonly tenants: readonly string[]
  readonly alertId: string
  /** Only triggers by this customer; undefined for all. */
  readonly customerId: string | undefined
  readonly page: Page
}

/** The triggers of an alert with their customers, newest first, in one statement; undefined where there is no such alert. */
export async function listTriggers(
  db: Database,
  { tenants, alertId, customerId, page }: TriggersQuery,
): Promise<ListResult<TriggerWithCustomer> | undefined> {
  const ofCustomer = customerId === undefined ? sql`` : sql`and past.customer_id = ${customerId}::uuid`
  const ofAlert = sql`past.organization_id = usage_alerts.organization_id and past.alert_id = usage_alerts.id ${ofCustomer}`
  const { rows } = await sql<{ readonly total: number; readonly listed: readonly StoredTrigger[] }>`
    select (select count(*)::int from usage_alert_triggers past where ${ofAlert}) as total, (
      select coalesce(json_agg(json_build_object('trigger', ${usageAlertTriggers.json('newest')}, 'customer', ${customers.json()})
        order by newest.triggered_at desc, newest.id desc), '[]')
      from (
        select ${usageAlertTriggers.selection('past')} from usage_alert_triggers past where ${ofAlert}
        order by past.triggered_at desc, past.id desc limit ${page.limit} offset ${page.offset}) newest
      join customers on customers.organization_id = newest.organization_id and customers.id = newest.customer_id) as listed
    from usage_alerts where organization_id = ${anyOf(tenants)} and id = ${alertId}::uuid and ${usageAlerts.existing}`.execute(db)
  const [row] = rows
  return row && { items: row.listed.map(triggerOf), total: row.total }
}

interface StoredTrigger {
  readonly trigger: StoredRow
  readonly customer: StoredRow
}

function triggerOf({ trigger, customer }: StoredTrigger): TriggerWithCustomer {
  return { ...usageAlertTriggers.fromRow(trigger), customer: customers.fromRow(customer) }
}
