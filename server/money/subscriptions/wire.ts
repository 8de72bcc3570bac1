import { z } from 'zod'
import { recurringInterval } from '#merchant/products/wire.ts'
import { id, metadata, timestamp } from '#platform/http/wire-parts.ts'

const status = z
  .enum(['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid'])
  .meta({ id: 'SubscriptionStatus' })

const cancellationReason = z
  .enum(['customer_service', 'low_quality', 'missing_features', 'switched_service', 'too_complex', 'too_expensive', 'unused', 'other'])
  .meta({ id: 'CustomerCancellationReason' })

/** The subscription of an order. `amount` is in minor units of `currency`, for each interval. */
export const orderSubscription = z
  .object({
    metadata,
    created_at: timestamp,
    modified_at: timestamp.nullable(),
    id,
    amount: z.int(),
    currency: z.string(),
    recurring_interval: recurringInterval,
    status,
    current_period_start: timestamp,
    current_period_end: timestamp.nullable(),
    cancel_at_period_end: z.boolean(),
    canceled_at: timestamp.nullable(),
    started_at: timestamp.nullable(),
    ends_at: timestamp.nullable(),
    ended_at: timestamp.nullable(),
    customer_id: id,
    product_id: id,
    discount_id: id.nullable(),
    checkout_id: id.nullable(),
    customer_cancellation_reason: cancellationReason.nullable(),
    customer_cancellation_comment: z.string().nullable(),
  })
  .meta({ id: 'OrderSubscription' })
