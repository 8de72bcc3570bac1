import { z } from 'zod'
import { recurringInterval } from '#merchant/catalogue/products/wire.ts'
import { prorationBehavior } from '#merchant/merchants/wire.ts'
import type { BillLine, CancellationNote } from '#money/billing/subscriptions/index.ts'
import { cancellationReason } from '#money/billing/subscriptions/model.ts'
import { taxFields, toTaxFieldsWire } from '#money/taxes/wire.ts'
import { added, EXAMPLE_ID, id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import type { ChangePreview, PreviewedOrder } from './model.ts'

const COMMENT_MAXIMUM = 1000

const apply = z.enum(['now', 'period_end'])
const noteFields = {
  customer_cancellation_reason: cancellationReason.nullish().meta({ description: 'Why the customer leaves.' }),
  customer_cancellation_comment: z.string().max(COMMENT_MAXIMUM).nullish().meta({ description: 'What the customer says about it.' }),
}
const note = z.object(noteFields)

const productChange = {
  product_id: id.meta({ description: 'The product to change to; the present one takes a change at the end of the period back.' }),
  proration_behavior: prorationBehavior.nullish().meta({
    description:
      'How the difference is billed: `invoice` at once, `prorate` with the next renewal. By default as the organization has set.',
  }),
  apply: apply.nullish().meta(added('When the change takes effect. By default as the organization has set.')),
}

/** A change of a subscription: the first form that a body fits decides. */
export const subscriptionUpdate = z
  .union([
    z.object(productChange).meta({ id: 'SubscriptionUpdateProduct' }),
    z
      .object({
        discount_id: id.nullable().meta({ description: 'The discount from the next renewal on; null removes the present one.' }),
      })
      .meta({ id: 'SubscriptionUpdateDiscount' }),
    z
      .object({
        cancel_at_period_end: z.boolean().meta({ description: 'True ends it with its period, false takes that back.' }),
        ...noteFields,
      })
      .meta({ id: 'SubscriptionCancel' }),
    z
      .object({
        revoke: z.literal(true).meta({ description: 'Ends it at once.' }),
        ...noteFields,
      })
      .meta({ id: 'SubscriptionRevoke' }),
  ])
  .meta({ examples: [{ product_id: EXAMPLE_ID }] })

/** A body that changes a subscription. */
export type UpdateBody = z.output<typeof subscriptionUpdate>
/** A body that changes the product. */
export type ProductChangeBody = Extract<UpdateBody, { readonly product_id: string }>

/** Why a customer leaves, as a body says it; what it leaves out stays as it is. */
export function toNote(
  body: Pick<z.output<typeof note>, 'customer_cancellation_reason' | 'customer_cancellation_comment'>,
): CancellationNote {
  return { reason: body.customer_cancellation_reason, comment: body.customer_cancellation_comment }
}

/** A change to be previewed: of the product, of the discount, or of both. */
export const subscriptionPreviewRequest = z
  .object({
    ...productChange,
    product_id: id.nullish().meta({ description: 'The product to change to; by default the present one.' }),
    discount_id: id.nullish().meta({ description: 'The discount from the next renewal on; null: none; by default the present one.' }),
  })
  .meta({ id: 'SubscriptionPreviewRequest', examples: [{ product_id: EXAMPLE_ID }] })

/** A body to preview. */
export type PreviewBody = z.output<typeof subscriptionPreviewRequest>

const item = z
  .object({
    label: z.string(),
    amount: z.int().meta({ description: 'Before tax, in minor units; negative for what is given back.' }),
    product_price_id: id.nullable(),
    proration: z.boolean(),
  })
  .meta({ id: 'SubscriptionPreviewItem' })

const bill = {
  items: z.array(item),
  subtotal_amount: z.int(),
  discount_amount: z.int(),
  net_amount: z.int(),
  tax_amount: z.int(),
  ...taxFields,
  total_amount: z.int(),
  applied_balance_amount: z.int().meta({ description: 'The credit of the customer that it takes: zero or negative.' }),
  due_amount: z.int().meta({ description: 'What is left to be paid.' }),
}

/** The effect and the bill of a change. Minor units of `currency`. */
export const subscriptionPreview = z
  .object({
    applies: z.enum(['now', 'period_end', 'never']).meta({ description: 'When the change takes effect; `never`: it changes nothing.' }),
    product_id: id.meta({ description: 'The product after the change.' }),
    amount: z.int().meta({ description: 'Its price for each interval, before discount and tax.' }),
    currency: z.string(),
    recurring_interval: recurringInterval,
    current_period_start: timestamp.meta({ description: 'The start of the current period after the change.' }),
    current_period_end: timestamp,
    order: z.object(bill).meta({ id: 'SubscriptionPreviewOrder' }).nullable().meta({ description: 'The order now; null: there is none.' }),
    charged_amount: z.int().meta({ description: 'What is charged now: nothing where it is too small to be charged.' }),
    customer_credit_amount: z.int().meta({ description: 'The credit that the customer gets now.' }),
    pending_items: z.array(item).meta({ description: 'What waits for the next renewal because of the change.' }),
    next_renewal: z
      .object({ at: timestamp.meta({ description: 'When it renews.' }), ...bill })
      .meta({ id: 'SubscriptionPreviewRenewal' })
      .meta({ description: 'The next renewal, before usage, if nothing else changes.' }),
  })
  .meta({ id: 'SubscriptionPreview' })

/** The preview as JSON. */
export function toPreviewWire(preview: ChangePreview): z.output<typeof subscriptionPreview> {
  const { subscription, plan, order, nextRenewal } = preview
  return {
    applies: preview.applies,
    product_id: plan.productId,
    amount: plan.amount,
    currency: subscription.currency,
    recurring_interval: plan.recurringInterval,
    current_period_start: toTimestamp(subscription.currentPeriodStart),
    current_period_end: toTimestamp(subscription.currentPeriodEnd),
    order: order && toBillWire(order),
    charged_amount: order?.chargedAmount ?? 0,
    customer_credit_amount: preview.customerCredit,
    pending_items: preview.pendingItems.map(toItemWire),
    next_renewal: { at: toTimestamp(nextRenewal.at), ...toBillWire(nextRenewal) },
  }
}

function toBillWire(order: PreviewedOrder) {
  return {
    items: order.items.map(toItemWire),
    subtotal_amount: order.subtotalAmount,
    discount_amount: order.discountAmount,
    net_amount: order.netAmount,
    tax_amount: order.taxAmount,
    ...toTaxFieldsWire(order.tax, true),
    total_amount: order.totalAmount,
    applied_balance_amount: order.creditAmount === 0 ? 0 : -order.creditAmount,
    due_amount: order.totalAmount - order.creditAmount,
  }
}

function toItemWire({ label, amount, productPriceId, isProration }: BillLine): z.output<typeof item> {
  return { label, amount, product_price_id: productPriceId, proration: isProration }
}
