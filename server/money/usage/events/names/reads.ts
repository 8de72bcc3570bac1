import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, containing, type ListResult, orderBy, readPage } from '#platform/database/list.ts'
import type { Sorting } from '#platform/http/wire-parts.ts'
import { byName } from '#platform/resource/by-name.ts'
import { isAmong, ofExternalCustomers } from '../customer-sql.ts'
import type { EventSource, UsageEventName } from '../model.ts'

/** The names that are listed; a list of values is a filter where it is defined. */
export interface EventNamesRequest {
  readonly organizationIds: readonly string[]
  readonly customerIds: readonly string[] | undefined
  readonly externalCustomerIds: readonly string[] | undefined
  readonly sources: readonly EventSource[] | undefined
  /** Part of the name. */
  readonly text: string | undefined
  readonly sorting: readonly Sorting<'name' | 'occurrences' | 'first_seen' | 'last_seen'>[]
  readonly page: Page
}

const nameOrders = {
  name: byName('names.name'),
  occurrences: sql`names.occurrences`,
  first_seen: sql`names.first_seen`,
  last_seen: sql`names.last_seen`,
}

/**
 * A page of the names of events, each with how often it has occurred in all the organizations. Of all customers in a time that depends on the
 * number of names alone; of some customers all of their events are read.
 */
export async function readEventNames(db: Database, request: EventNamesRequest): Promise<ListResult<UsageEventName>> {
  const { customerIds, externalCustomerIds, sorting, page } = request
  const grouped = customerIds || externalCustomerIds ? namesOfCustomers(request) : namesOfAll(request)
  const { rows, total } = await readPage<UsageEventName & { readonly id: string }>(db, {
    common: sql`names as materialized (${grouped})`,
    selection: sql`names.name as id, names.name, names.source, names.occurrences, names.first_seen as "firstSeen", names.last_seen as "lastSeen"`,
    from: sql`names`,
    where: sql`true`,
    orderBy: orderBy(sorting, nameOrders, sql`(names.name, names.source)`),
    page,
  })
  return { items: rows, total }
}

function namesOfAll(request: EventNamesRequest): RawBuilder<unknown> {
  return sql`
    select name, source, sum(occurrences)::bigint as occurrences, min(first_seen) as first_seen, max(last_seen) as last_seen
    from usage_event_names where ${sql.join(nameConditions('usage_event_names', request), sql` and `)} group by name, source`
}

function namesOfCustomers(request: EventNamesRequest): RawBuilder<unknown> {
  const { organizationIds, customerIds, externalCustomerIds } = request
  const conditions = [
    ...nameConditions('usage_events', request),
    ...(customerIds ? [isAmong('usage_events.customer_id', customerIds)] : []),
    ...(externalCustomerIds ? [ofExternalCustomers(externalCustomerIds, organizationIds)] : []),
  ]
  return sql`
    select name, source, count(*) as occurrences, min("timestamp") as first_seen, max("timestamp") as last_seen
    from usage_events where ${sql.join(conditions, sql` and `)} group by name, source`
}

function nameConditions(table: string, { organizationIds, sources, text }: EventNamesRequest): RawBuilder<boolean>[] {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return [
    isAmong(`${table}.organization_id`, organizationIds),
    ...(sources ? [sql<boolean>`${column('source')} = ${anyOf(sources)}`] : []),
    ...(text ? [sql<boolean>`${column('name')} ilike ${containing(text)}`] : []),
  ]
}
