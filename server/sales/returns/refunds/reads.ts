import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { customers } from '#merchant/customers/index.ts'
import { orders } from '#money/billing/orders/index.ts'
import type { Order } from '#money/billing/orders/model.ts'
import type { ProcessorName } from '#money/payments/model.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { added } from '#platform/http/wire-parts.ts'
import { joined } from '#platform/resource/embedded.ts'
import { among, amountBetween, createdBetween, ids, inMetadata, isTrue, searchAcross } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { type Refund, refundColumns } from './model.ts'
import type { PostedRefund } from './rules.ts'
import { refunds } from './store.ts'
import type { FullRefund } from './wire.ts'

/** The list of refunds with their orders and customers. */
export const refundList = list(refunds, {
  with: {
    order: joined(orders, { from: 'refunds', column: 'order_id' }),
    customer: joined(customers, { from: 'refunds', column: 'customer_id' }),
  },
  filters: {
    id: ids('refunds.id'),
    order_id: ids('refunds.order_id'),
    subscription_id: ids('orders.subscription_id'),
    customer_id: ids('refunds.customer_id'),
    succeeded: isTrue(sql`(refunds.status = 'succeeded')`),
    status: among('refunds.status', refundColumns.status.schema).meta(added('Only refunds in these states.')),
    query: searchAcross({ table: 'refunds', texts: ['comment'] }, [
      { table: 'orders', column: 'order_id', texts: ['number'] },
      { table: 'customers', column: 'customer_id', texts: ['name', 'email'] },
    ]).meta(added("Part of the order's number, of the customer's name or email, or of the comment.")),
    ...createdBetween('refunds.created_at'),
    ...amountBetween('refunds.amount', 'amount before tax'),
    metadata: inMetadata('refunds.metadata'),
  },
  sorting: { created_at: 'refunds.created_at', amount: 'refunds.amount' },
  defaultSorting: '-created_at',
  item: ({ order, customer, ...refund }): FullRefund => ({ refund, order, customer }),
})

/** The payment of an order: what it captured and what its refunds have returned or will return, in minor units. */
export interface RefundedPayment {
  readonly id: string
  readonly processor: ProcessorName
  /** The key of its charge at the processor. */
  readonly chargeKey: string
  readonly captured: number
  readonly returned: number
}

/** The charge of the payment of an order at its processor; undefined where the order has no payment, or none of the tenants has it. */
export async function findCharge(
  db: Database,
  tenants: readonly string[],
  orderId: string,
): Promise<{ readonly organizationId: string; readonly processor: ProcessorName; readonly key: string } | undefined> {
  return db
    .selectFrom('orders')
    .innerJoin('payments', (join) =>
      join.onRef('payments.organization_id', '=', 'orders.organization_id').onRef('payments.id', '=', 'orders.payment_id'),
    )
    .select(['payments.organization_id as organizationId', 'payments.processor', 'payments.idempotency_key as key'])
    .where(sql<boolean>`orders.organization_id = ${anyOf(tenants)}`)
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
}

/** The values that a refund of an order needs besides the order. */
export interface RefundContext {
  /** Undefined where the order was free or paid by credit alone. */
  readonly payment: RefundedPayment | undefined
  /** The refund that this key has; undefined where it has none. */
  readonly repeated: Refund | undefined
}

/** The payment of a locked order, and the refund that the key of the request already has. */
export async function readRefundContext(
  tx: Tx,
  { organizationId, paymentId }: Pick<Order, 'organizationId' | 'paymentId'>,
  key: string,
): Promise<RefundContext> {
  const { rows } = await sql<{ payment: RefundedPayment | null; repeated: StoredRow | null }>`
    select (
      select json_build_object('id', payments.id, 'processor', payments.processor, 'chargeKey', payments.idempotency_key,
        'captured', payments.amount, 'returned', (
          select coalesce(sum(returned.returned_amount), 0)::int8 from refunds returned
          where returned.organization_id = payments.organization_id and returned.payment_id = payments.id
            and returned.status in ('pending', 'succeeded')))
      from payments where payments.organization_id = ${organizationId} and payments.id = ${paymentId}::uuid
    ) as payment, (
      select ${refunds.json()} from refunds where refunds.organization_id = ${organizationId} and refunds.idempotency_key = ${key}
    ) as repeated`.execute(tx)
  const { payment, repeated } = present(rows[0], 'The context of a refund')
  return { payment: payment ?? undefined, repeated: repeated ? refunds.fromRow(repeated) : undefined }
}

/** The fields of a refund that a verification of the ledger compares. */
export type StoredRefund = PostedRefund & Pick<Refund, 'organizationId' | 'id' | 'orderId' | 'status'>

/** The next refunds of all organizations after `cursor`, at most `limit`, in key order. */
export function refundsAfter(
  db: Database,
  cursor: { readonly organizationId: string; readonly id: string } | undefined,
  limit: number,
): Promise<StoredRefund[]> {
  return storedRefunds(db)
    .$if(cursor !== undefined, (select) =>
      select.where(sql<boolean>`(refunds.organization_id, refunds.id) > (${cursor?.organizationId}::uuid, ${cursor?.id}::uuid)`),
    )
    .orderBy('refunds.organization_id')
    .orderBy('refunds.id')
    .limit(limit)
    .execute()
}

/** These refunds, to verify them again. */
export function refundsAmong(db: Database, refundIds: readonly string[]): Promise<StoredRefund[]> {
  return storedRefunds(db)
    .where(sql<boolean>`refunds.id = ${anyOf(refundIds)}`)
    .execute()
}

function storedRefunds(db: Database) {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', (join) =>
      join.onRef('orders.organization_id', '=', 'refunds.organization_id').onRef('orders.id', '=', 'refunds.order_id'),
    )
    .select([
      'refunds.organization_id as organizationId',
      'refunds.id',
      'refunds.order_id as orderId',
      'refunds.status',
      'refunds.amount',
      'refunds.tax_amount as taxAmount',
      'refunds.returned_amount as returnedAmount',
      'refunds.is_duplicate_payment as isDuplicatePayment',
      sql<boolean>`orders.platform_fee_amount is not null`.as('isPlatformSale'),
    ])
}
