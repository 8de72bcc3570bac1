import { z } from 'zod'
import type { ProductWire } from '#merchant/catalogue/products/wire.ts'
import type { PublicOrganizationWire } from '#merchant/merchants/wire.ts'
import { isPaid, type Order, productBillingType } from '#money/billing/orders/model.ts'
import { type OrderWire, order, orderUpdate } from '#money/billing/orders/wire.ts'
import { orderSubscription } from '#money/billing/subscriptions/wire.ts'
import { FRAUD, type Payment } from '#money/payments/model.ts'
import {
  added,
  EXAMPLE_ID,
  id,
  oneOrMore,
  oneOrMoreIds,
  organizationFilter,
  pageQuery,
  searchText,
  sorting,
  unavailable,
} from '#platform/http/wire-parts.ts'
import { picked } from '#platform/resource/fields.ts'
import { CUSTOMER_SUBSCRIPTION_FIELDS, customerOrderProduct, toOwnedProductWire, WITHOUT_REASONS } from '../wire.ts'

const shown = order.pick({
  id: true,
  created_at: true,
  modified_at: true,
  number: true,
  status: true,
  billing_reason: true,
  currency: true,
  subtotal_amount: true,
  discount_amount: true,
  net_amount: true,
  tax_amount: true,
  total_amount: true,
  applied_balance_amount: true,
  written_off_amount: true,
  refunded_amount: true,
  refunded_tax_amount: true,
  billing_name: true,
  billing_address: true,
  is_invoice_generated: true,
  invoice_number: true,
  customer_id: true,
  product_id: true,
  discount_id: true,
  checkout_id: true,
  subscription_id: true,
  locale: true,
  late_payment: true,
  next_payment_attempt_at: true,
  seats: true,
  units: true,
  tax_behavior: true,
  tax_breakdown: true,
  taxability_reason: true,
  customer_tax_id: true,
  receipt_number: true,
  paid: true,
  amount: true,
  user_id: true,
  items: true,
  is_test: true,
  disputed_amount: true,
  pending_dispute_amount: true,
  due_amount: true,
  description: true,
  refundable_amount: true,
  refundable_tax_amount: true,
})

const customerOrderSubscription = orderSubscription.pick(CUSTOMER_SUBSCRIPTION_FIELDS).meta({ id: 'CustomerOrderSubscription' })

/** An order as its customer sees it. Amounts are minor units. */
export const customerOrder = z
  .object({ ...shown.shape, product: customerOrderProduct, subscription: customerOrderSubscription.nullable() })
  .meta({ id: 'CustomerOrder' })

/** The buyer whom the invoice names. */
export const customerOrderUpdate = z
  .object(orderUpdate.shape)
  .meta({ id: 'CustomerOrderUpdate', examples: [{ billing_name: 'Analytical Engines Ltd', billing_address: { country: 'GB' } }] })

/** The method that pays an overdue order. A new card is saved first: a confirmation token is not taken. */
export const customerOrderConfirmPayment = z
  .object({
    payment_method_id: id.nullish().meta({ description: 'The saved payment method; the one of the subscription by default.' }),
    confirmation_token_id: unavailable(),
    payment_processor: z.literal('stripe').optional(),
  })
  .meta({ id: 'CustomerOrderConfirmPayment', examples: [{ payment_method_id: EXAMPLE_ID }] })

const attempt = {
  status: z.string().meta({
    description:
      '`succeeded`, `failed`, `processing`, `requires_action` while the customer has to approve it, or `pending` before the first attempt.',
  }),
  error: z.string().nullable().meta({ description: 'Why the last attempt failed; null unless it did.' }),
  decline_reason: z.string().nullable().meta(added('The code of the decline; null unless the last attempt failed.')),
}
const clientSecret = z.string().nullable()

/** The outcome of a payment. */
export const customerOrderPaymentConfirmation = z
  .object({
    ...attempt,
    client_secret: clientSecret.meta({ description: 'Continues at the processor; null while there is nothing to approve.' }),
  })
  .meta({ id: 'CustomerOrderPaymentConfirmation' })

/** The state of the payment of an order. */
export const customerOrderPaymentStatus = z
  .object({ ...attempt, client_secret: clientSecret.meta(added('Continues at the processor; null while there is nothing to approve.')) })
  .meta({ id: 'CustomerOrderPaymentStatus' })

const attemptStatuses = {
  pending: 'processing',
  in_doubt: 'processing',
  requires_action: 'requires_action',
  succeeded: 'succeeded',
  failed: 'failed',
  refunded: 'failed',
} as const satisfies Record<Payment['status'], string>

/** The customer learns only that the card was declined: who holds it need not be its owner. */
const hiddenReasons: ReadonlySet<string | null> = new Set(['lost_card', 'stolen_card', 'pickup_card', 'restricted_card', FRAUD])

/** The last attempt to pay an order as JSON; `actionSecret` continues it at the processor. */
export function toPaymentStatusWire(
  order: Pick<Order, 'status'>,
  last: { readonly payment: Payment; readonly actionSecret: string | null } | null,
): z.output<typeof customerOrderPaymentStatus> {
  const status = isPaid(order.status) ? 'succeeded' : last ? attemptStatuses[last.payment.status] : 'pending'
  const failed = status === 'failed' ? last?.payment : undefined
  return {
    status,
    error: failed?.declineMessage ?? null,
    decline_reason: failed ? (hiddenReasons.has(failed.declineCode) ? 'card_declined' : failed.declineCode) : null,
    client_secret: status === 'requires_action' ? (last?.actionSecret ?? null) : null,
  }
}

export const customerOrderQuery = z.object({
  organization_id: organizationFilter,
  product_id: oneOrMoreIds,
  product_billing_type: oneOrMore(productBillingType),
  subscription_id: oneOrMoreIds,
  query: searchText,
  ...pageQuery,
  sorting: sorting(['created_at', 'amount', 'net_amount', 'product', 'subscription'], '-created_at'),
})

/** The source of an order's JSON besides the order: its product, which the order's own JSON has without prices. */
export interface CustomerOrderContext {
  readonly product: ProductWire
  readonly organization: PublicOrganizationWire
  readonly descriptionMaximum: number
  /** Whether the session shows one checkout alone: the reasons of a cancellation are those of the customer. */
  readonly isLimited: boolean
}

/** The merchant's JSON of an order as its customer sees it. */
export function toCustomerOrderWire(wire: OrderWire, { product, ...context }: CustomerOrderContext): z.output<typeof customerOrder> {
  return {
    ...picked(shown, wire),
    product: toOwnedProductWire(product, context),
    subscription: wire.subscription && {
      ...picked(customerOrderSubscription, wire.subscription),
      ...(context.isLimited && WITHOUT_REASONS),
    },
  }
}
