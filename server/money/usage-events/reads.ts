// What reads events for lists: the only SQL over raw events besides that of figures.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { firstId } from '#kernel/id.ts'
import { type Page, pageOf } from '#kernel/page.ts'
import { customers } from '#merchant/customers/index.ts'
import { filterProblems, meters } from '#merchant/meters/index.ts'
import { type Filter, filter as filterTree } from '#merchant/meters/model.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, containing, type ListResult, orderBy, readPage } from '#platform/database/list.ts'
import { structureFaultOf, unsafeIn } from '#platform/http/input/text-safety.ts'
import { added, id, type MetadataFilter, oneOrMore, oneOrMoreIds, type Sorting, timestamp } from '#platform/http/wire-parts.ts'
import { value } from '#platform/resource/embedded.ts'
import { among, filter, inMetadata, search } from '#platform/resource/filters.ts'
import { type ItemContext, type ItemKey, type ListedPage, type ListRequest, list, type ResourceList } from '#platform/resource/list.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { countEvents, countStored, eventParts, readCustomers, readEventPage } from './archive/reads.ts'
import { isAmong, ofExternalCustomers } from './customer-sql.ts'
import { compileFilter } from './filter-sql.ts'
import { type EventSource, eventSource, type UsageEvent, type UsageEventName } from './model.ts'
import { usageEvents } from './store.ts'
import type { AttachedEvent } from './wire.ts'

/** The events that a total counts where a filter leaves more of them. */
const COUNT_MAXIMUM = 10_000

/** The deepest level that newer clients ask for. */
const DEPTH_MAXIMUM = 5

/** More than 50 clauses with the longest properties and values take. */
const FILTER_TEXT_MAXIMUM = 30_000

/** A filter as the JSON text of a query parameter. */
const filterText = z
  .string()
  .max(FILTER_TEXT_MAXIMUM)
  .transform((text, context) => {
    const parsed = parsedJson(text)
    if (parsed !== undefined) return parsed
    context.addIssue({ code: 'custom', message: 'Is not the JSON text of a filter', input: text })
    return z.NEVER
  })
  .pipe(filterTree)
  .superRefine((value, context) => {
    for (const { msg, loc } of filterProblems(value, ['clauses']))
      context.addIssue({ code: 'custom', message: msg, path: [...loc], input: value })
  })

/** The value of a JSON text, as a body would be accepted; undefined for any other text. */
function parsedJson(text: string): unknown {
  if (structureFaultOf(text) !== undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return unsafeIn(value, []) === undefined ? value : undefined
  } catch {
    return undefined
  }
}

/** A bound in time as a bound of ids, which follow it: the primary key and the partitions serve it. No event is older than 1970. */
const boundaryId = (text: string) => firstId(new Date(Math.max(Date.parse(text), 0)))
const boundary = (operator: '>=' | '<', text: string) => sql<boolean>`usage_events.id ${sql.raw(operator)} ${boundaryId(text)}::uuid`

const stored = list(usageEvents, {
  with: {
    customer: value(
      sql`(select ${customers.json()} from customers
        where customers.organization_id = usage_events.organization_id and customers.id = usage_events.customer_id)`,
      (row) => (row === null ? null : customers.fromRow(row as StoredRow)),
    ),
  },
  filters: {
    filter: filter(filterText.optional(), (tree) => compileFilter(tree)).meta({
      description: 'Only events that match: the JSON text of a `Filter`, as a meter has one.',
    }),
    start_timestamp: filter(timestamp.optional(), (at) => boundary('>=', at)).meta({ description: 'Only events at this time or later.' }),
    end_timestamp: filter(timestamp.optional(), (at) => boundary('<', at)).meta({ description: 'Only events before this time.' }),
    customer_id: filter(oneOrMoreIds, (values) => isAmong('usage_events.customer_id', values)),
    external_customer_id: filter(oneOrMore(z.string()), (values, { organizationIds = [] }) => ofExternalCustomers(values, organizationIds)),
    // `usageEventList` reads its filter before.
    meter_id: filter(id.optional(), () => undefined).meta({ description: 'Only events that the filter of this meter matches.' }),
    // `usageEventList` reads both before.
    parent_id: filter(id.optional(), () => undefined).meta(
      added('Only the children of this event. No event has any, so the list is empty.'),
    ),
    depth: filter(z.coerce.number().int().min(0).max(DEPTH_MAXIMUM).optional(), () => undefined).meta(
      added('How far below the events without a parent. No event has a parent, so each value returns all of them.'),
    ),
    name: filter(oneOrMore(z.string()), (values) => isAmong('usage_events.name', values)),
    source: among('usage_events.source', eventSource).meta({ description: 'Only events of these sources.' }),
    query: search('usage_events.name').meta(added('Part of the name.')),
    metadata: inMetadata('usage_events.metadata'),
  },
  sorting: { timestamp: 'usage_events.id' },
  defaultSorting: '-timestamp',
  countMaximum: COUNT_MAXIMUM,
  item: ({ customer, ...event }): AttachedEvent => ({ event, customer }),
})

/**
 * The list of events with their customers. With `meter_id` a page takes a round trip more, for the filter of the meter; without such a meter it is
 * empty. Events of months that were handed over are read where they are now.
 */
export const usageEventList: ResourceList<AttachedEvent> = {
  ...stored,
  read: async (db, { organizationIds, query: { meter_id, parent_id, ...query } }, context) => {
    if (parent_id !== undefined) return { items: [], total: 0, page: pageOf(query) }
    if (meter_id === undefined) return readList(db, { organizationIds, query }, context)
    const meter = await meters.find(db, organizationIds, meter_id as string)
    if (!meter) return { items: [], total: 0, page: pageOf(query) }
    const clauses = [meter.filter, ...(query['filter'] === undefined ? [] : [query['filter'] as Filter])]
    return readList(db, { organizationIds, query: { ...query, filter: { conjunction: 'and', clauses } } }, context)
  },
  find: async (db, key, context) => (await stored.find(db, key, context)) ?? (await findArchived(db, key, context.clickhouse)),
}

/** Reads a page, in one statement where all of it is in PostgreSQL. */
async function readList(db: Database, request: ListRequest, context: ItemContext): Promise<ListedPage<AttachedEvent>> {
  const { organizationIds, query } = request
  const { start_timestamp: start, end_timestamp: end } = query as ListValues
  const range = { firstId: start === undefined ? null : boundaryId(start), endId: end === undefined ? null : boundaryId(end) }
  const parts = await eventParts({ db, clickhouse: context.clickhouse }, range)
  const [only, second] = parts
  if (!context.clickhouse || (!second && only?.firstId === range.firstId && only.isInPostgres)) return stored.read(db, request, context)
  const page = pageOf(query)
  const [filters, isFiltered] = selectionOf(organizationIds, query as ListValues)
  const selection = { ...filters, ...range }
  const isDescending = query.sorting?.[0]?.isDescending ?? true
  const items = await attached(db, await readEventPage(parts, { selection, isDescending, page }))
  if (isFiltered) return { items, total: await countEvents(parts, selection, COUNT_MAXIMUM), page }
  const archived = parts.filter(({ isInPostgres }) => !isInPostgres)
  return { items, total: (await countStored(db, organizationIds)) + (await countEvents(archived, selection)), page }
}

/** The parsed values of the filters of the list. */
interface ListValues {
  readonly filter?: Filter
  readonly start_timestamp?: string
  readonly end_timestamp?: string
  readonly customer_id?: readonly string[]
  readonly external_customer_id?: readonly string[]
  readonly name?: readonly string[]
  readonly source?: readonly EventSource[]
  readonly query?: string
  readonly metadata?: readonly MetadataFilter[]
}

function selectionOf(organizationIds: readonly string[], query: ListValues) {
  const filters = {
    filter: query.filter,
    customerIds: query.customer_id,
    externalCustomerIds: query.external_customer_id,
    names: query.name,
    sources: query.source,
    text: query.query || undefined,
    metadata: query.metadata?.length ? query.metadata : undefined,
  }
  const isInTime = query.start_timestamp !== undefined || query.end_timestamp !== undefined
  return [{ organizationIds, ...filters }, isInTime || Object.values(filters).some((value) => value !== undefined)] as const
}

async function findArchived(
  db: Database,
  { tenants, id }: ItemKey,
  clickhouse: ItemContext['clickhouse'],
): Promise<AttachedEvent | undefined> {
  const archive = (await eventParts({ db, clickhouse }, { firstId: null, endId: null })).find(({ isInPostgres }) => !isInPostgres)
  if (!archive) return undefined
  const selection = { organizationIds: tenants, id, firstId: null, endId: archive.endId }
  return (await attached(db, await archive.store.listEvents(selection, { isDescending: true, limit: 1, offset: 0 })))[0]
}

async function attached(db: Database, events: readonly UsageEvent[]): Promise<AttachedEvent[]> {
  const byId = await readCustomers(db, events)
  return events.map((event) => ({ event, customer: (event.customerId !== null && byId.get(event.customerId)) || null }))
}

/** Which names are listed; a list of values is a filter where it is defined. */
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
  name: sql`lower(names.name)`,
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
