import { z } from 'zod'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import { orderDiscount, toOrderDiscountWire } from '#merchant/catalogue/discounts/wire.ts'
import type { Product } from '#merchant/catalogue/products/model.ts'
import { orderProduct, toOrderProductWire } from '#merchant/catalogue/products/wire.ts'
import { type Customer, type TaxId, taxIdFormat } from '#merchant/customers/model.ts'
import { addressInput, orderCustomer, toAddress, toCustomerWire } from '#merchant/customers/wire.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import { orderSubscription, toOrderSubscriptionWire } from '#money/billing/subscriptions/wire.ts'
import { taxFields, taxOriginFields, toTaxFieldsWire, toTaxOriginWire } from '#money/taxes/wire.ts'
import { added, nameText, timestamp, toTimestamp, trimmedText } from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import type { BillingChanges } from './billing-details.ts'
import { buyerTaxIdOf, dueAmount, isPaid, type Order, orderColumns, orderItemColumns, refundableAmounts } from './model.ts'

const BILLING_NAME_MAXIMUM = 250

const fields = fieldsOf(orderColumns)
const itemFields = fieldsOf(orderItemColumns)

const newerFields = constantFields({
  seats: [z.int().nullable(), null, 'Always null: no product is sold by seats.'],
  units: [z.int().nullable(), null, 'Always null: no product is sold by units.'],
})

const customerTaxId = z
  .tuple([z.string(), taxIdFormat])
  .nullable()
  .meta(added('The tax id of the buyer when it was ordered, and its format.'))

const period = (description: string) => timestamp.nullable().meta(added(description))

const orderItem = z
  .object({
    ...itemFields.shape,
    start_timestamp: period('The start of the period that it is for; null without one.'),
    end_timestamp: period('The end of that period, which belongs to the next one.'),
  })
  .meta({ id: 'OrderItemSchema' })

/** An order as returned to the merchant. Amounts are minor units; `amount` and `user_id` are deprecated fields of the contract. */
export const order = z
  .object({
    ...fields.shape,
    ...newerFields.shape,
    ...taxFields,
    ...taxOriginFields,
    customer_tax_id: customerTaxId,
    receipt_number: z.string().nullable().meta(added('The number of the receipt, which is that of the order; null until it is paid.')),
    platform_fee_amount: z.int().meta(added('What the operator kept of the order, in minor units; 0 where the organization sells itself.')),
    platform_fee_currency: z.string().nullable().meta(added('The currency of the fee; null where the organization sells itself.')),
    paid: z.boolean(),
    amount: z.int().meta({ deprecated: true }),
    collection_status: z
      .enum(['exhausted', 'voided'])
      .nullable()
      .meta(added('`exhausted`: its payment was attempted until the deadline, and failed; `voided`: given up since; otherwise null.')),
    customer: orderCustomer,
    user_id: z.guid().meta({ deprecated: true }),
    product: orderProduct,
    discount: orderDiscount.nullable(),
    subscription: orderSubscription.nullable(),
    items: z.array(orderItem),
    is_test: z.boolean().meta(added('Whether it is an order of a test merchant: no money was taken.')),
    disputed_amount: z.int().meta(added('What lost disputes have taken back, with the tax, in minor units.')),
    pending_dispute_amount: z
      .int()
      .meta(added('What open disputes reclaim, with the tax, in minor units: the order is not refunded meanwhile.')),
    due_amount: z.int().meta(added('The amount still to be collected, in minor units.')),
    description: z.string().meta(added('What was bought: the name of the product at the time.')),
    refundable_amount: z.int().meta(added('What can still be refunded, before tax, in minor units; 0 until it is paid.')),
    refundable_tax_amount: z.int().meta(added('The tax that can still be refunded, in minor units; 0 until it is paid.')),
  })
  .meta({ id: 'Order' })

export type OrderWire = z.output<typeof order>

export const orderUpdate = z
  .object({ billing_name: nameText(trimmedText(0, BILLING_NAME_MAXIMUM)).nullish(), billing_address: addressInput.nullish() })
  .meta({
    id: 'OrderUpdate',
    examples: [{ billing_name: 'Analytical Engines Ltd', billing_address: { line1: '12 St James Square', city: 'London', country: 'GB' } }],
  })

/** The changes that a body makes to the buyer whom the invoice names. */
export function toBillingChanges(body: z.output<typeof orderUpdate>): BillingChanges {
  return {
    billingName: body.billing_name === '' ? null : body.billing_name,
    billingAddress: body.billing_address ? toAddress(body.billing_address) : body.billing_address,
  }
}

/** An order with its customer and product. */
export interface FullOrder {
  readonly order: Order
  readonly customer: Customer
  readonly product: Product
  readonly discount: Discount | null
  readonly subscription: Subscription | null
  /** Whether the merchant sells in test mode. */
  readonly isTest: boolean
}

/** The order as JSON; `baseUrl` has no slash at its end. */
export function toOrderWire({ order, customer, product, discount, subscription, isTest }: FullOrder, baseUrl: string): OrderWire {
  const refundable = refundableAmounts(order)
  return {
    ...fields.toWire(order),
    ...newerFields.values,
    ...toTaxFieldsWire(order.tax, true),
    ...toTaxOriginWire(order.tax),
    customer_tax_id: toTaxId(buyerTaxIdOf(order)),
    receipt_number: isPaid(order.status) ? order.number : null,
    platform_fee_amount: order.platformFeeAmount ?? 0,
    platform_fee_currency: order.platformFeeAmount === null ? null : order.currency,
    paid: isPaid(order.status),
    amount: order.netAmount,
    collection_status: order.voidedAt ? 'voided' : order.isCollectionExhausted ? 'exhausted' : null,
    customer: toCustomerWire(customer, baseUrl),
    user_id: order.customerId,
    product: toOrderProductWire(product),
    discount: discount && toOrderDiscountWire(discount),
    subscription: subscription && toOrderSubscriptionWire(subscription),
    items: order.items.map((item) => ({
      ...itemFields.toWire(item),
      start_timestamp: toTimestamp(item.periodStart ?? order.periodStart),
      end_timestamp: toTimestamp(item.periodEnd ?? order.periodEnd),
    })),
    is_test: isTest,
    due_amount: dueAmount(order),
    description: order.items[0]?.label ?? product.name,
    disputed_amount: order.disputedAmount + order.disputedTaxAmount,
    pending_dispute_amount: order.pendingDisputeAmount,
    refundable_amount: refundable.amount,
    refundable_tax_amount: refundable.taxAmount,
  }
}

function toTaxId(taxId: TaxId | null): z.output<typeof customerTaxId> {
  return taxId && [taxId[0], taxId[1]]
}
