import { sql } from 'kysely'
import { z } from 'zod'
import { isTestMerchant } from '#merchant/merchants/index.ts'
import { payments } from '#money/payments/index.ts'
import { anyOf } from '#platform/database/list.ts'
import { added, oneOrMoreIds } from '#platform/http/wire-parts.ts'
import { value } from '#platform/resource/embedded.ts'
import { among, createdBetween, filter, ids } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { type FullPayment, shownStatus } from './wire.ts'

const shownStatusOf = sql`case when payments.status in ('succeeded', 'refunded') then 'succeeded' when payments.status = 'failed' then 'failed'
  else 'pending' end`

// The order that the attempt has paid.
const paidOrder = sql`(select orders.id from orders where orders.organization_id = payments.organization_id
  and orders.payment_id = payments.id)`

/** The list of attempts to pay. */
export const paymentList = list(payments, {
  with: {
    orderId: value<string | null>(paidOrder),
    isTest: value<boolean>(isTestMerchant(sql`payments.organization_id`)),
  },
  filters: {
    checkout_id: ids('payments.purpose_id'),
    order_id: filter(
      oneOrMoreIds,
      (values) => sql<boolean>`payments.id in (select orders.payment_id from orders
        where orders.organization_id = payments.organization_id and orders.id = ${anyOf(values)})`,
    ),
    customer_id: filter(
      oneOrMoreIds,
      (values) => sql<boolean>`payments.purpose_id in (select checkouts.id from checkouts
        where checkouts.organization_id = payments.organization_id and checkouts.customer_id = ${anyOf(values)})`,
    ).meta(added('Only attempts to pay of these customers.')),
    status: among(shownStatusOf, shownStatus),
    method: among(sql`'card'::text`, z.string()),
    customer_email: among(sql`lower(payments.customer_email)`, z.string().toLowerCase()),
    ...createdBetween('payments.created_at'),
  },
  sorting: {
    created_at: 'payments.created_at',
    status: shownStatusOf,
    amount: 'payments.amount',
    method: sql`'card'::text`,
  },
  defaultSorting: '-created_at',
  item: ({ orderId, isTest, ...payment }): FullPayment => ({ payment, orderId, isTest }),
})
