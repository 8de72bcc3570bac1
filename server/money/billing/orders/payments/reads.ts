import { sql } from 'kysely'
import { z } from 'zod'
import { foldEmail } from '#kernel/emails/email.ts'
import { isTestMerchant } from '#merchant/merchants/index.ts'
import { moneyPayments } from '#money/payments/index.ts'
import { anyOf } from '#platform/database/list.ts'
import { added, oneOrMoreIds } from '#platform/http/wire-parts.ts'
import { value } from '#platform/resource/embedded.ts'
import { among, amountBetween, createdBetween, filter, search } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { type FullPayment, type PaidOrder, type PaymentTrigger, shownStatus } from './wire.ts'

const shownStatusOf = sql`case when payments.status in ('succeeded', 'refunded') then 'succeeded' when payments.status = 'failed' then 'failed'
  else 'pending' end`

// The order that the attempt was for: a renewal has one before it is paid, a purchase and a change of plan only then.
const orderId = sql`case payments.purpose when 'order' then payments.purpose_id else (
  select paid.id from orders as paid where paid.organization_id = payments.organization_id and paid.payment_id = payments.id) end`
const order = sql`(
  select json_build_object('id', orders.id, 'number', orders.number, 'customerId', orders.customer_id, 'customerName', customers.name)
  from orders join customers on customers.organization_id = orders.organization_id and customers.id = orders.customer_id
  where orders.organization_id = payments.organization_id and orders.id = ${orderId})`

// A renewal is charged by itself; what follows a failed attempt of it is a retry.
const trigger = sql`case when payments.purpose <> 'order' then 'purchase' when exists (
  select from payments as earlier where earlier.organization_id = payments.organization_id and earlier.purpose = payments.purpose
    and earlier.purpose_id = payments.purpose_id and (earlier.created_at, earlier.id) < (payments.created_at, payments.id))
  then 'retry_dunning' else 'subscription_cycle' end`

// Attempts for the orders and the changes of plans of these customers, and those that failed before there was an order, by the email that the
// buyer had entered: they are those of the customer who has it.
const ofCustomers = filter(oneOrMoreIds, (values, { organizationIds = [] }) => {
  const isListed = sql`organization_id = ${anyOf(organizationIds)}`
  return sql<boolean>`((payments.organization_id, payments.purpose, payments.purpose_id) in (
      select organization_id, 'checkout', checkout_id from orders where ${isListed} and customer_id = ${anyOf(values)} and checkout_id is not null
      union all select organization_id, 'order', id from orders where ${isListed} and customer_id = ${anyOf(values)}
      union all select change.organization_id, 'subscription_change', change.id from subscription_changes as change
        join subscriptions on subscriptions.organization_id = change.organization_id and subscriptions.id = change.subscription_id
        where change.organization_id = ${anyOf(organizationIds)} and subscriptions.customer_id = ${anyOf(values)})
    or (payments.organization_id, lower(payments.customer_email)) in (
      select organization_id, lower(email) from customers where ${isListed} and id = ${anyOf(values)} and deleted_at is null and has_email))`
})

/** The list of attempts to pay. Set-ups are none: they have no amount. */
export const paymentList = list(moneyPayments, {
  with: {
    order: value<PaidOrder | null>(order),
    trigger: value<PaymentTrigger>(trigger),
    isTest: value<boolean>(isTestMerchant(sql`payments.organization_id`)),
  },
  filters: {
    checkout_id: filter(oneOrMoreIds, (values) => sql<boolean>`payments.purpose = 'checkout' and payments.purpose_id = ${anyOf(values)}`),
    order_id: filter(
      oneOrMoreIds,
      (values) => sql<boolean>`(payments.purpose = 'order' and payments.purpose_id = ${anyOf(values)}
        or payments.id in (select orders.payment_id from orders
          where orders.organization_id = payments.organization_id and orders.id = ${anyOf(values)}))`,
    ),
    status: among(shownStatusOf, shownStatus),
    method: among(sql`'card'::text`, z.string()),
    customer_email: among(sql`lower(payments.customer_email)`, z.string().overwrite(foldEmail)),
    customer_id: ofCustomers.meta(added('Only attempts of these customers, paid or not.')),
    query: search('payments.customer_email', 'payments.method_last4').meta(
      added("Part of the buyer's email, or of the card's last digits."),
    ),
    ...createdBetween('payments.created_at'),
    ...amountBetween('payments.amount', 'amount'),
  },
  sorting: {
    created_at: 'payments.created_at',
    status: shownStatusOf,
    amount: 'payments.amount',
    method: sql`'card'::text`,
  },
  defaultSorting: '-created_at',
  item: ({ order, trigger, isTest, ...payment }): FullPayment => ({ payment, order, trigger, isTest }),
})
