import { z } from 'zod'
import type { Metadata } from '#kernel/metadata.ts'
import { publicBenefit, toPublicBenefitWire } from '#merchant/catalogue/benefits/wire.ts'
import { orderDiscount, toOrderDiscountWire } from '#merchant/catalogue/discounts/wire.ts'
import { newerInterval, product, toProductWire } from '#merchant/catalogue/products/wire.ts'
import {
  actingOrganizationId,
  added,
  addition,
  EXAMPLE_ID,
  httpUrl,
  id,
  metadataInput,
  trimmedText,
  unavailable,
} from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import { checkoutLinkColumns, DESCRIPTION_MAXIMUM, type FullCheckoutLink, METADATA_MAXIMUM_BYTES, PRODUCTS_MAXIMUM } from './model.ts'
import type { CheckoutLinkChanges, CheckoutLinkDraft, Referral, RequestedProducts } from './rules.ts'

const LABEL_MAXIMUM = 250
const SOURCE_MAXIMUM = 500
/** The query parameters of a link's address that become metadata of the checkout. */
const SOURCES = ['reference_id', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

const processor = z.literal('stripe')

const newerFields = constantFields({
  return_url: [z.string().nullable(), null, 'Always null: the page has no link back yet.'],
  trial_interval: [newerInterval.nullable(), null, 'Always null: products have no trial yet.'],
  trial_interval_count: [z.int().nullable(), null, 'Always null: products have no trial yet.'],
  seats: [z.int().nullable(), null, 'Always null: no product is sold by seats.'],
})
const newerBody = { return_url: unavailable(), trial_interval: unavailable(), trial_interval_count: unavailable(), seats: unavailable() }

const fields = fieldsOf(checkoutLinkColumns)

/** The product inside a link. */
export const checkoutLinkProduct = product
  .omit({ attached_custom_fields: true, is_deletable: true })
  .extend({ benefits: z.array(publicBenefit) })
  .meta({ id: 'CheckoutLinkProduct' })

/** A checkout link. */
export const checkoutLink = z
  .object({
    ...fields.shape,
    ...newerFields.shape,
    payment_processor: processor,
    discount: orderDiscount.nullable(),
    products: z.array(checkoutLinkProduct).meta({
      description: `At most ${PRODUCTS_MAXIMUM}. Their descriptions have at most ${DESCRIPTION_MAXIMUM} characters, and metadata of more than ${METADATA_MAXIMUM_BYTES} bytes is left out: the product itself has all of it.`,
    }),
    url: z.string().meta({ description: 'The address to publish. Each buyer who opens it gets a checkout of their own.' }),
  })
  .meta({ id: 'CheckoutLink' })

export type CheckoutLinkWire = z.output<typeof checkoutLink>

const shared = {
  metadata: metadataInput.nullish(),
  label: trimmedText(0, LABEL_MAXIMUM).nullish(),
  allow_discount_codes: z.boolean().nullish(),
  require_billing_address: z.boolean().nullish(),
  discount_id: id.nullish(),
  success_url: httpUrl.nullish(),
  ...newerBody,
}
const productIds = z.array(id).min(1).max(PRODUCTS_MAXIMUM)
const creating = {
  ...shared,
  payment_processor: processor,
  organization_id: actingOrganizationId.meta(addition),
}

export const checkoutLinkCreate = z
  .object({ ...creating, products: productIds.optional(), product_id: id.optional(), product_price_id: id.optional() })
  .meta({
    id: 'CheckoutLinkCreate',
    description: 'One of `products`, `product_id` and `product_price_id` names what is sold.',
    examples: [{ payment_processor: 'stripe', products: [EXAMPLE_ID], label: 'Newsletter of May' }],
  })

export const checkoutLinkUpdate = z
  .object({ ...shared, products: productIds.nullish() })
  .meta({ id: 'CheckoutLinkUpdate', examples: [{ label: 'Newsletter of June', allow_discount_codes: false }] })

const source = z.string().max(SOURCE_MAXIMUM).optional()

/** The referral in the query of a buyer who follows a link. */
export const checkoutLinkReferral = z
  .object({
    embed_origin: z.string().max(SOURCE_MAXIMUM).nullish().meta({ description: 'The origin of the page that frames the checkout.' }),
    ...Object.fromEntries(SOURCES.map((name) => [name, source])),
  })
  .meta({
    id: 'CheckoutLinkReferral',
    examples: [{ utm_source: 'newsletter' }],
    ...added('What a buyer comes with in the query of a link.'),
  })

/** A link as JSON; `baseUrl` has no slash at its end. */
export function toCheckoutLinkWire(link: FullCheckoutLink, baseUrl: string): CheckoutLinkWire {
  return {
    ...fields.toWire(link),
    ...newerFields.values,
    payment_processor: 'stripe',
    discount: link.discount && toOrderDiscountWire(link.discount),
    products: link.products.map((each) => toLinkProductWire(each, baseUrl)),
    url: `${baseUrl}/buy/${link.clientSecret}`,
  }
}

function toLinkProductWire(one: FullCheckoutLink['products'][number], baseUrl: string): z.output<typeof checkoutLinkProduct> {
  const { attached_custom_fields: _fields, is_deletable: _deletable, ...shown } = toProductWire(one, baseUrl)
  return { ...shown, benefits: one.benefits.map(toPublicBenefitWire) }
}

/** The draft of a body. */
export function toLinkDraft(body: z.output<typeof checkoutLinkCreate>): CheckoutLinkDraft {
  return {
    label: body.label || null,
    successUrl: body.success_url ?? null,
    allowDiscountCodes: body.allow_discount_codes ?? true,
    requireBillingAddress: body.require_billing_address ?? false,
    discountId: body.discount_id ?? null,
    metadata: body.metadata ?? {},
    products: toRequested(body),
  }
}

function toRequested(body: z.output<typeof checkoutLinkCreate>): RequestedProducts {
  if (body.products) return { field: 'products', ids: body.products }
  if (body.product_id) return { field: 'product_id', ids: [body.product_id] }
  return body.product_price_id ? { field: 'product_price_id', ids: [body.product_price_id] } : { field: 'products', ids: [] }
}

/** The changes of a body; null means unchanged for products, flags and metadata, and clears the others. */
export function toLinkChanges(body: z.output<typeof checkoutLinkUpdate>): CheckoutLinkChanges {
  return {
    label: body.label === '' ? null : body.label,
    successUrl: body.success_url,
    allowDiscountCodes: body.allow_discount_codes ?? undefined,
    requireBillingAddress: body.require_billing_address ?? undefined,
    discountId: body.discount_id,
    metadata: body.metadata ?? undefined,
    productIds: body.products ?? undefined,
  }
}

/** The referral of a buyer; an empty source is none. */
export function toReferral(body: z.output<typeof checkoutLinkReferral>): Referral {
  const sent = body as Readonly<Record<string, string | null | undefined>>
  const entries = SOURCES.flatMap((name): [string, string][] => (sent[name] ? [[name, sent[name]]] : []))
  return { embedOrigin: body.embed_origin ?? undefined, source: Object.fromEntries(entries) satisfies Metadata }
}
