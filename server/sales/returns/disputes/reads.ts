import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { customers } from '#merchant/customers/index.ts'
import { orders } from '#money/billing/orders/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { added } from '#platform/http/wire-parts.ts'
import type { Platform } from '#platform/platform.ts'
import { joined } from '#platform/resource/embedded.ts'
import { among, amountBetween, createdBetween, ids, searchAcross } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { recordedStatus } from './model.ts'
import { disputes } from './store.ts'
import type { FullDispute } from './wire.ts'

/** The list of disputes with their orders and customers. */
export const disputeList = list(disputes, {
  with: {
    order: joined(orders, { from: 'disputes', column: 'order_id' }),
    customer: joined(customers, { from: 'disputes', column: 'customer_id' }),
  },
  filters: {
    order_id: ids('disputes.order_id'),
    customer_id: ids('disputes.customer_id').meta(added('Only disputes of these customers.')),
    status: among('disputes.status', recordedStatus),
    query: searchAcross({ table: 'disputes', texts: ['reason'] }, [
      { table: 'orders', column: 'order_id', texts: ['number'] },
      { table: 'customers', column: 'customer_id', texts: ['name', 'email'] },
    ]).meta(added("Part of the order's number, of the customer's name or email, or of the reason.")),
    ...createdBetween('disputes.created_at'),
    ...amountBetween('disputes.amount', 'amount before tax'),
  },
  sorting: { created_at: 'disputes.created_at', amount: 'disputes.amount' },
  defaultSorting: '-created_at',
  item: ({ order, customer, ...dispute }, context): FullDispute => ({
    dispute,
    order,
    customer,
    now: context.clock.now({ organizationId: dispute.organizationId }),
  }),
})

/** A dispute that exists, with its order and customer. */
export async function readDispute(
  tx: Tx,
  platform: Platform,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<FullDispute> {
  const tail = sql`where disputes.organization_id = ${organizationId} and disputes.id = ${id}`
  const [read] = await disputeList.select(tx, tail, platform)
  return present(read, 'A recorded dispute')
}
