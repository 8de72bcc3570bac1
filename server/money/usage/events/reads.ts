// The reads of events for lists: the only SQL over raw events besides that of figures.
import { sql } from 'kysely'
import { z } from 'zod'
import { firstId } from '#kernel/id.ts'
import { pageOf } from '#kernel/page.ts'
import { filterProblems, meters } from '#merchant/catalogue/meters/index.ts'
import { type Filter, filter as filterTree } from '#merchant/catalogue/meters/model.ts'
import { customers } from '#merchant/customers/index.ts'
import type { Database } from '#platform/database/database.ts'
import { structureFaultOf, unsafeIn } from '#platform/http/input/text-safety.ts'
import { added, id, type MetadataFilter, oneOrMore, oneOrMoreIds, timestamp } from '#platform/http/wire-parts.ts'
import { value } from '#platform/resource/embedded.ts'
import { among, filter, inMetadata, search } from '#platform/resource/filters.ts'
import {
  type ItemContext,
  type ItemKey,
  type ListedPage,
  type ListQuery,
  type ListRequest,
  list,
  type MatchingItems,
  type ResourceList,
} from '#platform/resource/list.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { countEvents, countStored, eventParts, readCustomers, readEventPage, readMatchingEvents } from './archive/reads.ts'
import { isAmong, ofExternalCustomers } from './customer-sql.ts'
import { compileFilter } from './filter-sql.ts'
import { type EventSource, eventSource, type UsageEvent } from './model.ts'
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
  read: async (db, request, context) => {
    const resolved = await resolve(db, request)
    return resolved ? readList(db, resolved, context) : { items: [], total: 0, page: pageOf(request.query) }
  },
  readAll: async (db, { limit, ...request }, context) => {
    const resolved = await resolve(db, request)
    return resolved ? readMatching(db, { ...resolved, limit }, context) : { count: 0, batches: noBatches() }
  },
  find: async (db, key, context) => (await stored.find(db, key, context)) ?? (await findArchived(db, key, context.clickhouse)),
}

/** The request with the filter of its meter; undefined where nothing can match. */
async function resolve(db: Database, { organizationIds, query }: ListRequest): Promise<ListRequest | undefined> {
  const { meter_id, parent_id, ...others } = query
  if (parent_id !== undefined) return undefined
  if (meter_id === undefined) return { organizationIds, query: others }
  const meter = await meters.find(db, organizationIds, meter_id as string)
  if (!meter) return undefined
  const clauses = [meter.filter, ...(others['filter'] === undefined ? [] : [others['filter'] as Filter])]
  return { organizationIds, query: { ...others, filter: { conjunction: 'and', clauses } } }
}

/** Where the events of a query are, and whether PostgreSQL has all of them. */
async function locate(db: Database, query: ListQuery, clickhouse: ItemContext['clickhouse']) {
  const { start_timestamp: start, end_timestamp: end } = query as ListValues
  const range = { firstId: start === undefined ? null : boundaryId(start), endId: end === undefined ? null : boundaryId(end) }
  const parts = await eventParts({ db, clickhouse }, range)
  const [only, second] = parts
  return { range, parts, isStored: !clickhouse || (!second && only?.firstId === range.firstId && only.isInPostgres) }
}

/** Reads a page, in one statement where all of it is in PostgreSQL. */
async function readList(db: Database, request: ListRequest, context: ItemContext): Promise<ListedPage<AttachedEvent>> {
  const { organizationIds, query } = request
  const { range, parts, isStored } = await locate(db, query, context.clickhouse)
  if (isStored) return stored.read(db, request, context)
  const page = pageOf(query)
  const [filters, isFiltered] = selectionOf(organizationIds, query as ListValues)
  const selection = { ...filters, ...range }
  const isDescending = query.sorting?.[0]?.isDescending ?? true
  const items = await attached(db, await readEventPage(parts, { selection, isDescending, page }))
  if (isFiltered) return { items, total: await countEvents(parts, selection, COUNT_MAXIMUM), page }
  const archived = parts.filter(({ isInPostgres }) => !isInPostgres)
  return { items, total: (await countStored(db, organizationIds)) + (await countEvents(archived, selection)), page }
}

/** All events that match, where there are at most `limit`. Those of handed-over months are read by key: ids follow the time. */
async function readMatching(
  db: Database,
  { limit, ...request }: ListRequest & { readonly limit: number },
  context: ItemContext,
): Promise<MatchingItems<AttachedEvent> | undefined> {
  const { organizationIds, query } = request
  const { range, parts, isStored } = await locate(db, query, context.clickhouse)
  if (isStored) return stored.readAll(db, { ...request, limit }, context)
  const selection = { ...selectionOf(organizationIds, query as ListValues)[0], ...range }
  const count = await countEvents(parts, selection, limit + 1)
  if (count > limit) return undefined
  const isDescending = query.sorting?.[0]?.isDescending ?? true
  const found = readMatchingEvents({ db, clickhouse: context.clickhouse }, { selection, isDescending, limit })
  return { count, batches: attachedBatches(db, found) }
}

async function* attachedBatches(db: Database, batches: AsyncIterable<readonly UsageEvent[]>): AsyncGenerator<readonly AttachedEvent[]> {
  for await (const events of batches) yield await attached(db, events)
}

async function* noBatches(): AsyncGenerator<readonly AttachedEvent[]> {}

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
