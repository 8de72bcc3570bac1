import { sql } from 'kysely'
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import type { Database } from '#platform/database/database.ts'
import { createdBetween, type FilterContext, ids } from '#platform/resource/filters.ts'
import { currentStatus } from '../reads.ts'
import { COUNTED_MAXIMUM, type FunnelCounts } from './rules.ts'

const filters = { product_id: ids('checkouts.product_id'), ...createdBetween('checkouts.created_at') }

/** The filters of the checkouts of a funnel. */
export const funnelQuery = z.object(
  Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, schema])) as Readonly<
    Record<keyof typeof filters, z.ZodType<string | readonly string[] | undefined>>
  >,
)

/** Counts the checkouts of an organization by how far they came, in one round trip. */
export async function readFunnel(
  db: Database,
  { organizationId, query }: { readonly organizationId: string; readonly query: z.output<typeof funnelQuery> },
  context: FilterContext,
): Promise<FunnelCounts> {
  const conditions = Object.entries(filters).flatMap(
    ([name, filter]) => filter.condition(query[name as keyof typeof filters] as never, context) ?? [],
  )
  const where = sql.join([sql`checkouts.organization_id = ${organizationId}::uuid`, ...conditions], sql` and `)
  const isOf = (status: string) => sql`count(*) filter (where counted.status = ${sql.lit(status)})::int`
  const { rows } = await sql<FunnelCounts>`
    with counted as (
      select ${currentStatus(context)} as status, checkouts.attempts from checkouts
      where ${where} order by checkouts.created_at desc limit ${COUNTED_MAXIMUM}
    )
    select count(*)::int as opened, count(*) filter (where counted.attempts > 0)::int as attempted, ${isOf('succeeded')} as succeeded,
      ${isOf('failed')} as failed, ${isOf('expired')} as expired,
      count(*) filter (where counted.status in ('open', 'confirmed'))::int as open
    from counted`.execute(db)
  return present(rows[0], 'The row of an aggregate')
}
