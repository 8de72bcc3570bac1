import { z } from 'zod'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import { orderDiscount, toOrderDiscountWire } from '#merchant/catalogue/discounts/wire.ts'
import { meter, toMeterWire } from '#merchant/catalogue/meters/wire.ts'
import type { Price, PricedProduct } from '#merchant/catalogue/products/model.ts'
import { product, productPrice, toPriceWire, toProductWire } from '#merchant/catalogue/products/wire.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { customer, toCustomerWire } from '#merchant/customers/wire.ts'
import { amountSoFar, meteredPrices, type SubscriptionMeter } from '#money/usage/counts/model.ts'
import { added, id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import { accessEndsAt, dunningSchedule } from './dunning.ts'
import { isHeld, type Subscription, subscriptionColumns } from './model.ts'

const { customFieldData, ...ownColumns } = subscriptionColumns
const fields = fieldsOf(ownColumns)
const dataFields = fieldsOf({ customFieldData })

const newerFields = constantFields({
  recurring_interval_count: [z.int(), 1, 'The intervals of a period: always 1.'],
  current_meter_period_start: [timestamp.nullable(), null, 'Always null: usage follows the billing period.'],
  current_meter_period_end: [timestamp.nullable(), null, 'Always null: usage follows the billing period.'],
  pause_at_period_end: [z.boolean(), false, 'Always false: a subscription is canceled, not paused.'],
  paused_at: [timestamp.nullable(), null, 'Always null: a subscription is canceled, not paused.'],
  resumes_at: [timestamp.nullable(), null, 'Always null: a subscription is canceled, not paused.'],
  seats: [z.int().nullable(), null, 'Always null: no product is sold by seats.'],
})

const ownFields = { ...fields.shape, ...newerFields.shape }

/** The subscription of an order. `amount` is in minor units of `currency`, for each interval. */
export const orderSubscription = z.object(ownFields).meta({ id: 'OrderSubscription' })

/** A change of the product when the period ends, under the newer clients' name. */
const pendingUpdate = z
  .object({
    created_at: timestamp,
    modified_at: timestamp.nullable(),
    id,
    applies_at: timestamp.meta({ description: 'When it applies: the end of the current period.' }),
    product_id: id.nullable().meta({ description: 'The next product.' }),
    seats: z.int().nullable(),
  })
  .meta({ id: 'PendingSubscriptionUpdate' })

/** A change of the product that waits for its payment. `amount` is in minor units. */
const pendingChange = z
  .object({
    product_id: id.meta({ description: 'The product that it changes to once it is paid.' }),
    amount: z.int().meta({ description: 'What is charged for it.' }),
    created_at: timestamp,
    payment_processor_metadata: z.record(z.string(), z.string()).meta({
      description:
        'While the customer has to approve the payment: `intent_status` is `requires_action`, `intent_client_secret` continues it.',
    }),
  })
  .meta({ id: 'SubscriptionPendingChange' })

/** The usage of a meter by a subscription in its period. */
export const subscriptionMeter = z
  .object({
    created_at: timestamp,
    modified_at: timestamp.nullable(),
    id,
    consumed_units: z.number().meta({ description: 'What was used since the last billing, rounded to 12 decimals.' }),
    credited_units: z.int().meta({ description: 'What was credited since the last billing.' }),
    amount: z.int().meta({ description: 'What that costs so far, in minor units of the currency of the subscription.' }),
    meter_id: id,
    meter,
  })
  .meta({ id: 'SubscriptionMeter' })

const subscriptionCustomer = z.object(customer.shape).meta({ id: 'SubscriptionCustomer' })

/** A subscription as returned to its merchant. */
export const subscription = z
  .object({
    ...ownFields,
    ...dataFields.shape,
    customer: subscriptionCustomer,
    product,
    discount: orderDiscount.nullable(),
    prices: z
      .array(productPrice)
      .meta({ description: 'The prices that it was started with, or that its product had when it was changed.' }),
    meters: z.array(subscriptionMeter),
    pending_update: pendingUpdate.nullable().meta(added('The change of its product when the period ends; null without one.')),
    pending_change: pendingChange.nullable().meta(added('The change of its product that waits for its payment; null without one.')),
    collection_ends_at: timestamp
      .nullable()
      .meta(added('When collection of an overdue payment ends, and with it the subscription; null unless one is overdue.')),
    is_held: z
      .boolean()
      .meta(added('Whether periods that were missed while the server was down wait for its operator, who confirms that they are billed.')),
    is_test: z.boolean().meta(added('Whether it is a subscription of a test merchant: no money is taken.')),
  })
  .meta({ id: 'Subscription' })

export type SubscriptionWire = z.output<typeof subscription>

/** A change of the product that waits for its payment. `amount` is in minor units. */
export interface UnpaidChange {
  readonly productId: string
  readonly amount: number
  readonly createdAt: Date
  /** While the customer has to approve the payment. */
  readonly actionSecret: string | null
}

/** A subscription with what its JSON shows. */
export interface FullSubscription {
  readonly subscription: Subscription
  readonly customer: Customer
  readonly product: PricedProduct
  readonly discount: Discount | null
  /** Those of `priceIds`, in their order. */
  readonly prices: readonly Price[]
  /** Those that it bills, by name. */
  readonly meters: readonly SubscriptionMeter[]
  readonly pendingChange: UnpaidChange | null
  /** Whether the merchant sells in test mode. */
  readonly isTest: boolean
}

/** The subscription of an order as JSON. */
export function toOrderSubscriptionWire(subscription: Subscription): z.output<typeof orderSubscription> {
  return { ...fields.toWire(subscription), ...newerFields.values }
}

/** The subscription as JSON; `baseUrl` has no slash at its end. */
export function toSubscriptionWire(full: FullSubscription, baseUrl: string): SubscriptionWire {
  const { subscription: one, customer, product, discount, prices, meters, pendingChange: unpaid, isTest } = full
  return {
    ...toOrderSubscriptionWire(one),
    ...dataFields.toWire(one),
    customer: toCustomerWire(customer, baseUrl),
    product: toProductWire(product, baseUrl),
    discount: discount && toOrderDiscountWire(discount),
    prices: prices.map((price) => toPriceWire(price, product)),
    meters: meters.map((each) => toSubscriptionMeter(each, prices)),
    pending_update: toPendingUpdate(one),
    pending_change: unpaid && toPendingChange(unpaid),
    collection_ends_at: toTimestamp(one.status === 'past_due' && one.pastDueAt ? dunningSchedule(one.pastDueAt).deadline : null),
    is_held: isHeld(one),
    is_test: isTest,
  }
}

/** When access ends while a payment is overdue, `graceDays` after it became so (rule U5), as JSON; null unless one is. */
export function toAccessEnd(
  { status, past_due_at: at }: Pick<SubscriptionWire, 'status' | 'past_due_at'>,
  graceDays: number,
): string | null {
  return toTimestamp(status === 'past_due' && at !== null ? accessEndsAt(new Date(at), graceDays) : null)
}

/** The usage of a meter by a subscription as JSON; `prices` are those of the subscription. */
export function toSubscriptionMeter(own: SubscriptionMeter, prices: readonly Price[]): SubscriptionWire['meters'][number] {
  return {
    id: own.id,
    created_at: toTimestamp(own.createdAt),
    modified_at: toTimestamp(own.modifiedAt),
    consumed_units: Number(own.consumed),
    credited_units: own.creditedUnits,
    amount: amountSoFar(own, meteredPrices(prices)),
    meter_id: own.meter.id,
    meter: toMeterWire(own.meter),
  }
}

function toPendingUpdate(one: Subscription): SubscriptionWire['pending_update'] {
  if (one.pendingProductId === null) return null
  const at = toTimestamp(one.modifiedAt ?? one.createdAt)
  return {
    created_at: at,
    modified_at: null,
    id: one.id,
    applies_at: toTimestamp(one.currentPeriodEnd),
    product_id: one.pendingProductId,
    seats: null,
  }
}

function toPendingChange({ productId, amount, createdAt, actionSecret }: UnpaidChange): NonNullable<SubscriptionWire['pending_change']> {
  return {
    product_id: productId,
    amount,
    created_at: toTimestamp(createdAt),
    payment_processor_metadata: actionSecret === null ? {} : { intent_status: 'requires_action', intent_client_secret: actionSecret },
  }
}
