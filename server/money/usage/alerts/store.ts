import { sql } from 'kysely'
import { claimFigures, saveThresholds } from '#money/usage/counts/index.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { table } from '#platform/resource/table.ts'
import { type UsageAlert, type UsageAlertTrigger, usageAlertColumns, usageAlertTriggerColumns, type WindowUsage } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    usage_alerts: Row<typeof usageAlertColumns>
    usage_alert_triggers: Row<typeof usageAlertTriggerColumns>
  }
}

/** The rows of alerts; deleted ones are kept. */
export const usageAlerts = table('usage_alerts', usageAlertColumns, { existing: sql<boolean>`usage_alerts.deleted_at is null` })

/** The rows of triggers. */
export const usageAlertTriggers = table('usage_alert_triggers', usageAlertTriggerColumns)

const usageAlertLimit: ResourceLimit = {
  setting: 'USAGE_ALERT_LIMIT',
  table: 'usage_alerts',
  counted: 'deleted_at is null',
  things: 'usage alerts',
}

/** Inserts an alert within the limit. */
export function insertUsageAlert(tx: Tx, platform: Pick<Platform, 'settings'>, alert: UsageAlert): Promise<void> {
  return withinLimit(platform, { limit: usageAlertLimit, owner: alert.organizationId }, (organization_id) =>
    usageAlerts.insert(tx, alert, { organization_id }),
  )
}

/** A meter of an organization. */
export interface MeterKey {
  readonly organizationId: string
  readonly meterId: string
}

/** Waits for the ingestions of an organization that are under way, and holds up new ones until the transaction ends. It is sent ahead. */
export function holdIngestions(tx: Tx, organizationId: string): Promise<void> {
  return sendAhead(() => claimFigures(tx, organizationId))
}

/** Lets ingestions notice the thresholds of the enabled alerts of a meter. The caller holds them up. It is sent ahead. */
export function watchThresholds(tx: Tx, { organizationId, meterId }: MeterKey): Promise<void> {
  const selection = sql`select threshold from usage_alerts
    where organization_id = ${organizationId}::uuid and meter_id = ${meterId}::uuid and is_enabled and deleted_at is null`
  return saveThresholds(tx, { organizationId, meterId, selection })
}

/** Whether an organization has what a new alert names: the meter, unless it is archived, and the customer. One of null needs none. */
export async function findNamed(
  tx: Tx,
  organizationId: string,
  { meterId, customerId }: Pick<UsageAlert, 'meterId' | 'customerId'>,
): Promise<{ readonly hasMeter: boolean; readonly hasCustomer: boolean }> {
  const { rows } = await sql<{ readonly hasMeter: boolean; readonly hasCustomer: boolean }>`select
    exists (select from meters where organization_id = ${organizationId}::uuid and id = ${meterId}::uuid and archived_at is null) as "hasMeter",
    (${customerId}::uuid is null or exists (
      select from customers where organization_id = ${organizationId}::uuid and id = ${customerId}::uuid and deleted_at is null)) as "hasCustomer"`.execute(
    tx,
  )
  return rows[0] ?? { hasMeter: false, hasCustomer: false }
}

/** A customer of a meter, and what the customer's window came to: a decimal, as text. */
export interface ReachedUsage extends MeterKey {
  readonly customerId: string
  readonly consumed: string
}

/** The enabled alerts whose threshold the usage of a customer has reached. They stay as they are until the transaction ends. */
export function findReachedAlerts(tx: Tx, { organizationId, meterId, customerId, consumed }: ReachedUsage): Promise<UsageAlert[]> {
  return usageAlerts.select(
    tx,
    sql`where organization_id = ${organizationId}::uuid and meter_id = ${meterId}::uuid and is_enabled and deleted_at is null
      and (customer_id is null or customer_id = ${customerId}::uuid) and threshold <= ${consumed}::numeric
      order by id for share`,
  )
}

/** The open windows that have reached the threshold of an alert and did not trigger it, in the order of their customers. */
export async function findReachedWindows(tx: Tx, alert: UsageAlert, limit: number): Promise<readonly WindowUsage[]> {
  const { organizationId, id, meterId, customerId } = alert
  const { rows } = await sql<WindowUsage>`
    select used.customer_id as "customerId", used.window_start as "windowStart", used.consumed::float8 as consumed
    from customer_meters used
    join customers on customers.organization_id = used.organization_id and customers.id = used.customer_id and customers.deleted_at is null
    where used.organization_id = ${organizationId}::uuid and used.meter_id = ${meterId}::uuid
      and (${customerId}::uuid is null or used.customer_id = ${customerId}::uuid)
      and used.consumed >= (select threshold from usage_alerts where organization_id = ${organizationId}::uuid and id = ${id}::uuid)
      and not exists (
        select from usage_alert_triggers past where past.organization_id = used.organization_id and past.alert_id = ${id}::uuid
          and past.customer_id = used.customer_id and past.window_start is not distinct from used.window_start)
    order by used.customer_id limit ${limit}`.execute(tx)
  return rows
}

/** Inserts triggers that are not there yet, in the order of their alerts and customers. Returns the ids of the inserted ones. */
export async function insertTriggers(tx: Tx, triggers: readonly UsageAlertTrigger[]): Promise<ReadonlySet<string>> {
  if (triggers.length === 0) return new Set()
  const inserted = await usageAlertTriggers
    .inserting(tx, triggers)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return new Set((inserted as unknown as readonly { readonly id: string }[]).map(({ id }) => id))
}

/** Counts how often alerts have triggered from `since` on, by their ids: at most `most` are counted of each. */
export async function countTriggers(
  db: Database,
  alerts: readonly UsageAlert[],
  { since, most }: { readonly since: Date; readonly most: number },
): Promise<ReadonlyMap<string, number>> {
  const [first] = alerts
  if (!first) return new Map()
  const { rows } = await sql<{ readonly id: string; readonly count: number }>`
    select alerts.id, (
      select count(*)::int from (
        select from usage_alert_triggers past
        where past.organization_id = ${first.organizationId}::uuid and past.alert_id = alerts.id and past.triggered_at > ${since}
        limit ${most}) as recent) as count
    from unnest(${alerts.map(({ id }) => id)}::uuid[]) as alerts (id)`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The languages of the last purchases of customers, by their ids; a customer without one is left out. */
export async function findLanguages(
  db: Database,
  organizationId: string,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ readonly id: string; readonly locale: string }>`
    select customers.id, (
      select locale from orders where orders.organization_id = customers.organization_id and orders.customer_id = customers.id
        and locale is not null order by created_at desc limit 1) as locale
    from customers where organization_id = ${organizationId}::uuid and id = ${anyOf(customerIds)}`.execute(db)
  return new Map(rows.flatMap(({ id, locale }) => (locale === null ? [] : [[id, locale] as const])))
}
