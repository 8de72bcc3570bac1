// The JSON of the portal. What customers see of a resource is a part of what its merchant sees: the schemas name each field, so that a new
// field of the merchant's reaches no customer, and the mappings pick the fields of the schema.
import { z } from 'zod'
import { publicBenefit } from '#merchant/catalogue/benefits/wire.ts'
import { checkoutProduct, type ProductWire } from '#merchant/catalogue/products/wire.ts'
import { type PublicOrganizationWire, publicOrganization } from '#merchant/merchants/wire.ts'
import { picked } from '#platform/resource/fields.ts'

/** The characters of a product's description where several products are in one answer. */
export const LISTED_DESCRIPTION = 1000
/** The same where it is one: all of them. */
export const WHOLE_DESCRIPTION = 20_000

/** The cancellation of a subscription as a limited session sees it: that it was canceled, not what the customer said about it. */
export const WITHOUT_REASONS = { customer_cancellation_reason: null, customer_cancellation_comment: null } as const

/** The fields of a subscription that customers see, on its own and inside an order. */
export const CUSTOMER_SUBSCRIPTION_FIELDS = {
  id: true,
  created_at: true,
  modified_at: true,
  amount: true,
  currency: true,
  recurring_interval: true,
  status: true,
  current_period_start: true,
  current_period_end: true,
  trial_start: true,
  trial_end: true,
  cancel_at_period_end: true,
  canceled_at: true,
  started_at: true,
  ends_at: true,
  ended_at: true,
  past_due_at: true,
  next_payment_attempt_at: true,
  customer_id: true,
  product_id: true,
  discount_id: true,
  checkout_id: true,
  customer_cancellation_reason: true,
  customer_cancellation_comment: true,
  locale: true,
  billing_timezone: true,
  recurring_interval_count: true,
  current_meter_period_start: true,
  current_meter_period_end: true,
  pause_at_period_end: true,
  paused_at: true,
  resumes_at: true,
  seats: true,
} as const

/** A product as customers see it. */
export const customerProduct = z.object(checkoutProduct.shape).meta({ id: 'CustomerProduct' })

/** The same inside a resource, with its organization. */
const ownedProduct = z.object({ ...checkoutProduct.shape, organization: publicOrganization })
export const customerOrderProduct = z.object(ownedProduct.shape).meta({ id: 'CustomerOrderProduct' })
export const customerSubscriptionProduct = z.object(ownedProduct.shape).meta({ id: 'CustomerSubscriptionProduct' })

/** The product as its customers see it, with at most `descriptionMaximum` characters of its description. */
export function toCustomerProductWire(product: ProductWire, descriptionMaximum: number): z.output<typeof customerProduct> {
  const { description, benefits } = product
  // Counted as characters: a pair of surrogates stays whole.
  const isLong = description !== null && description.length > descriptionMaximum
  const shown = isLong ? Array.from(description).slice(0, descriptionMaximum).join('') : description
  return { ...picked(customerProduct, { ...product, benefits: benefits.map((each) => picked(publicBenefit, each)) }), description: shown }
}

/** The same with its organization. */
export function toOwnedProductWire(
  product: ProductWire,
  { organization, descriptionMaximum }: { readonly organization: PublicOrganizationWire; readonly descriptionMaximum: number },
): z.output<typeof ownedProduct> {
  return { ...toCustomerProductWire(product, descriptionMaximum), organization }
}
