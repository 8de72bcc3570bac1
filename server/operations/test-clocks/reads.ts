import { sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, type ListResult } from '#platform/database/list.ts'
import { value } from '#platform/resource/embedded.ts'
import { list } from '#platform/resource/list.ts'
import type { FrozenClock, TimelineEntry } from './model.ts'
import { frozenAtOf, testClocks } from './store.ts'

/** The newest entries that a timeline shows. Events are kept for 30 days of real time. */
const ENTRIES_MAX = 1000

/** The events that a merchant wants to see happen. */
const SHOWN = '^((benefit_grant|checkout|customer|order|refund|subscription|test_clock)\\.|usage_alert\\.triggered$)'

/** The list of test clocks. */
export const testClockList = list(testClocks, {
  with: { frozenAt: value(frozenAtOf, (stored) => new Date(stored as string | Date)) },
  newestFirst: 'test_clocks.created_at',
  item: ({ frozenAt, ...clock }): FrozenClock => ({ clock, frozenAt }),
})

/** The clock, looked up in `tenants`, and the page of its timeline. */
interface TimelineQuery {
  readonly tenants: readonly string[]
  readonly id: string
  readonly page: Page
}

/**
 * The events since the clock was created, newest first: in the order in which they were decided, which within an instant is the true one.
 * Undefined where there is no such clock.
 */
export async function listTimeline(db: Database, { tenants, id, page }: TimelineQuery): Promise<ListResult<TimelineEntry> | undefined> {
  const { rows } = await sql<{ total: number; entries: readonly StoredEntry[] }>`
    with clock as materialized (
      select organization_id, created_at from test_clocks where organization_id = ${anyOf(tenants)} and id = ${id}
    ), recent as materialized (
      select id, name, happened_at, resource_id, payload, row_number() over (order by sequence desc, position desc) as place
      from (
        select id, name, happened_at, resource_id, payload, sequence, position from domain_events
        where organization_id = (select organization_id from clock) and audience in ('merchant', 'internal') and name ~ ${SHOWN}
          and happened_at >= (select created_at from clock)
        order by sequence desc, position desc limit ${ENTRIES_MAX}
      ) as newest
    )
    select (select count(*) from recent)::int as total, (
      select coalesce(json_agg(json_build_object('id', id, 'type', name, 'happenedAt', happened_at, 'resourceId', resource_id,
        'status', payload ->> 'status', 'amount', coalesce(payload -> 'total_amount', payload -> 'amount'),
        'currency', payload ->> 'currency', 'productName', coalesce(payload ->> 'product_name', payload #>> '{product,name}'),
        'alertName', payload #>> '{alert,name}', 'number', payload ->> 'number', 'billingReason', payload ->> 'billing_reason',
        'from', payload ->> 'from', 'to', payload ->> 'to') order by place), '[]')
      from recent where place > ${page.offset} and place <= ${page.offset + page.limit}
    ) as entries from clock`.execute(db)
  return rows[0] && { items: rows[0].entries.map(entryOf), total: rows[0].total }
}

/** An entry as the database's JSON, in which times are text. */
type StoredEntry = Omit<TimelineEntry, 'happenedAt' | 'from' | 'to'> & {
  readonly happenedAt: string
  readonly from: string | null
  readonly to: string | null
}

function entryOf({ happenedAt, from, to, ...entry }: StoredEntry): TimelineEntry {
  const timeOf = (text: string | null) => (text === null ? null : new Date(text))
  return { ...entry, happenedAt: new Date(happenedAt), from: timeOf(from), to: timeOf(to) }
}
