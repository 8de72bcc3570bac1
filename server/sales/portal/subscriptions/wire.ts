import { z } from 'zod'
import { meter } from '#merchant/catalogue/meters/wire.ts'
import type { PublicOrganizationWire } from '#merchant/merchants/wire.ts'
import { cancellationReason } from '#money/billing/subscriptions/model.ts'
import { type SubscriptionWire, subscription, toAccessEnd } from '#money/billing/subscriptions/wire.ts'
import {
  added,
  booleanText,
  EXAMPLE_ID,
  id,
  oneOrMoreIds,
  organizationFilter,
  pageQuery,
  searchText,
  sorting,
  timestamp,
  unavailable,
} from '#platform/http/wire-parts.ts'
import { picked } from '#platform/resource/fields.ts'
import { CUSTOMER_SUBSCRIPTION_FIELDS, customerSubscriptionProduct, toOwnedProductWire, WITHOUT_REASONS } from '../wire.ts'

const COMMENT_MAXIMUM = 1000

const shown = subscription.pick({
  ...CUSTOMER_SUBSCRIPTION_FIELDS,
  prices: true,
  pending_update: true,
  pending_change: true,
  collection_ends_at: true,
  is_test: true,
})

const { meters } = subscription.shape

const meterOfSubscription = meter
  .pick({ created_at: true, modified_at: true, id: true, name: true })
  .meta({ id: 'CustomerSubscriptionMeterMeter' })
const customerSubscriptionMeter = z
  .object({ ...meters.element.shape, meter: meterOfSubscription })
  .meta({ id: 'CustomerSubscriptionMeter' })

/** A subscription as its customer sees it. Amounts are minor units. */
export const customerSubscription = z
  .object({
    ...shown.shape,
    product: customerSubscriptionProduct,
    meters: z.array(customerSubscriptionMeter).meta({ description: 'Empty where the organization does not show customers their usage.' }),
    access_ends_at: timestamp
      .nullable()
      .meta(added('When the benefits of it are withdrawn while its payment is overdue; null unless one is. Paid, they come back.')),
  })
  .meta({ id: 'CustomerSubscription' })

export type CustomerSubscriptionWire = z.output<typeof customerSubscription>

const productUpdate = z
  .object({ product_id: id.meta({ description: 'The product to change to, as the organization lets customers.' }) })
  .meta({ id: 'CustomerSubscriptionUpdateProduct' })

/** A change by the customer: of the product, or of the cancellation. */
export const customerSubscriptionUpdate = z
  .union([
    productUpdate,
    z
      .object({
        // A product id that is none is not taken for this form.
        product_id: unavailable(),
        cancel_at_period_end: z.boolean().nullish().meta({ description: 'True ends it with its period, false takes that back.' }),
        cancellation_reason: cancellationReason.nullish().meta({ description: 'Why the customer leaves.' }),
        cancellation_comment: z.string().max(COMMENT_MAXIMUM).nullish().meta({ description: 'What the customer says about it.' }),
      })
      .meta({ id: 'CustomerSubscriptionCancel' }),
  ])
  .meta({ examples: [{ product_id: EXAMPLE_ID }, { cancel_at_period_end: true, cancellation_reason: 'too_expensive' }] })

/** A change of the product to be previewed. */
export const customerSubscriptionPreviewRequest = z
  .object(productUpdate.shape)
  .meta({ id: 'CustomerSubscriptionPreviewRequest', examples: [{ product_id: EXAMPLE_ID }] })

export const customerSubscriptionQuery = z.object({
  organization_id: organizationFilter,
  product_id: oneOrMoreIds,
  active: booleanText.optional(),
  query: searchText,
  ...pageQuery,
  sorting: sorting(['started_at', 'amount', 'status', 'organization', 'product'], '-started_at'),
})

/** The context in which a subscription is shown. */
export interface CustomerSubscriptionContext {
  readonly organization: PublicOrganizationWire
  readonly descriptionMaximum: number
  /** Whether the session shows one checkout alone: usage and the reasons of a cancellation are those of the customer. */
  readonly isLimited: boolean
}

/** The merchant's JSON of a subscription as its customer sees it. */
export function toCustomerSubscriptionWire(wire: SubscriptionWire, context: CustomerSubscriptionContext): CustomerSubscriptionWire {
  const { organization, isLimited } = context
  const showsUsage = organization.customer_portal_settings.usage.show && !isLimited
  return {
    ...picked(shown, wire),
    ...(isLimited && WITHOUT_REASONS),
    product: toOwnedProductWire(wire.product, context),
    access_ends_at: toAccessEnd(wire, organization.subscription_settings.benefit_revocation_grace_period),
    meters: (showsUsage ? wire.meters : []).map((each) => ({ ...each, meter: picked(meterOfSubscription, each.meter) })),
  }
}

/** The change of a body, under the names of the merchant's own route; null: nothing. */
export function toOwnChange(body: z.output<typeof customerSubscriptionUpdate>) {
  if (typeof body.product_id === 'string') return { product_id: body.product_id }
  const { cancel_at_period_end, cancellation_reason, cancellation_comment } = body as Exclude<typeof body, { product_id: string }>
  if (typeof cancel_at_period_end !== 'boolean') return null
  return {
    cancel_at_period_end,
    customer_cancellation_reason: cancellation_reason,
    customer_cancellation_comment: cancellation_comment,
  }
}
