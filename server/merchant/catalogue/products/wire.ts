import { z } from 'zod'
import { benefit, publicBenefit, toBenefitWire, toPublicBenefitWire } from '#merchant/catalogue/benefits/wire.ts'
import { ATTACHED_MAXIMUM } from '#merchant/catalogue/custom-fields/model.ts'
import { attachedCustomField, toAttachedFieldsWire } from '#merchant/catalogue/custom-fields/wire.ts'
import { productMedia, toProductMediaWire } from '#merchant/catalogue/files/wire.ts'
import {
  actingOrganizationId,
  added,
  EXAMPLE_ID,
  id,
  metadataInput,
  seenName,
  trimmedText,
  unavailable,
} from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
import { livePrices, type PricedProduct, type Product, productColumns, productVisibility, taxCode } from './model.ts'
import { recurringInterval } from './prices/base.ts'
import { type DraftContext, productPrice, productPriceCreate, toPriceDraft, toPriceWire } from './prices/index.ts'
import type { ProductChanges, ProductDraft, RequestedField } from './rules.ts'
import { changeTrial, NO_TRIAL, toTrialChanges, trialBody, trialInterval } from './trial.ts'

const NAME_MAXIMUM = 250
const DESCRIPTION_MAXIMUM = 20_000
const LIST_MAXIMUM = 100
/** The pictures of a product: every answer with the product holds all of them. */
const MEDIAS_MAXIMUM = 20
/** The benefits of one product at most. */
const BENEFITS_MAXIMUM = 50

const { metadata, ...publicColumns } = productColumns
const publicFields = fieldsOf(publicColumns)
const merchantFields = fieldsOf({ metadata })

const newerFields = constantFields({
  visibility: [productVisibility, 'public', 'Always `public`.'],
  meter_interval: [trialInterval.nullable(), null, 'Always null: usage follows the billing interval.'],
  meter_interval_count: [z.int().nullable(), null, 'Always null: usage follows the billing interval.'],
})

const newerBody = {
  ...trialBody,
  tax_code: taxCode.nullish().meta(added('How it is taxed where the organization collects taxes: `standard` or `exempt`.')),
  visibility: unavailable('public'),
  recurring_interval_count: unavailable(1),
  meter_interval: unavailable(),
  meter_interval_count: unavailable(),
}

const productFields = {
  ...publicFields.shape,
  ...newerFields.shape,
  is_recurring: z.boolean(),
  recurring_interval_count: z.int().nullable().meta(added('The intervals of a period: always 1, and null for a one-time product.')),
}
const merchantOnly = constantFields({ is_deletable: [z.boolean(), false, 'Always false: a product is archived, never deleted.'] })

/** A product as returned to its merchant; `prices` are the live ones. */
export const product = z
  .object({
    ...productFields,
    ...merchantFields.shape,
    ...merchantOnly.shape,
    prices: z.array(productPrice),
    benefits: z.array(benefit),
    medias: z.array(productMedia),
    attached_custom_fields: z.array(attachedCustomField),
  })
  .meta({ id: 'Product' })

/** A product as buyers see it, on a checkout page and in their portal. A new field of products is no part of it by itself. */
export const checkoutProduct = product
  .pick({
    id: true,
    organization_id: true,
    created_at: true,
    modified_at: true,
    name: true,
    description: true,
    recurring_interval: true,
    is_archived: true,
    trial_interval: true,
    trial_interval_count: true,
    is_trial_payment_required: true,
    tax_code: true,
    visibility: true,
    meter_interval: true,
    meter_interval_count: true,
    is_recurring: true,
    recurring_interval_count: true,
    prices: true,
    benefits: true,
    medias: true,
  })
  .extend({ benefits: z.array(publicBenefit) })
  .meta({ id: 'CheckoutProduct' })

/** The product inside an order. */
export const orderProduct = z.object({ ...productFields, ...merchantFields.shape }).meta({ id: 'OrderProduct' })

export { recurringInterval } from './prices/base.ts'
export { type DraftContext, productPrice, toPriceWire } from './prices/index.ts'
export { trialInterval as newerInterval } from './trial.ts'

export type ProductWire = z.output<typeof product>

const description = z.string().max(DESCRIPTION_MAXIMUM).nullish()
const fileIds = z.array(id).max(MEDIAS_MAXIMUM).nullish()
const attachedField = z.object({ custom_field_id: id, required: z.boolean() }).meta({ id: 'AttachedCustomFieldCreate' })
const attachedFields = z.array(attachedField).max(ATTACHED_MAXIMUM).nullish()
const existingPrice = z.object({ id }).meta({ id: 'ExistingProductPrice' })

export const productCreate = z
  .object({
    metadata: metadataInput.optional(),
    name: seenName(trimmedText(3, NAME_MAXIMUM)),
    description,
    recurring_interval: recurringInterval.nullish(),
    prices: z.array(productPriceCreate).min(1).max(LIST_MAXIMUM),
    medias: fileIds,
    attached_custom_fields: attachedFields,
    organization_id: actingOrganizationId,
    ...newerBody,
  })
  .meta({
    id: 'ProductCreate',
    examples: [{ name: 'Template Library', prices: [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }] }],
  })

export const productUpdate = z
  .object({
    metadata: metadataInput.nullish(),
    name: seenName(trimmedText(3, NAME_MAXIMUM)).nullish(),
    description,
    recurring_interval: recurringInterval.nullish(),
    is_archived: z.boolean().nullish(),
    prices: z
      .array(z.union([existingPrice, productPriceCreate]))
      .max(LIST_MAXIMUM)
      .nullish(),
    medias: fileIds,
    attached_custom_fields: attachedFields,
    ...newerBody,
  })
  .meta({ id: 'ProductUpdate', examples: [{ name: 'The Template Library' }, { is_archived: true }] })

/** The benefits that a product has next, in their order. */
export const productBenefitsUpdate = z
  .object({ benefits: z.array(id).max(BENEFITS_MAXIMUM) })
  .meta({ id: 'ProductBenefitsUpdate', examples: [{ benefits: [EXAMPLE_ID] }] })

/** The ids of the meters that the prices of a body name. */
export function metersOf({ prices }: Pick<z.output<typeof productUpdate>, 'prices'>): readonly string[] {
  return (prices ?? []).flatMap((price) => ('meter_id' in price ? [price.meter_id] : []))
}

/** The product as JSON; `baseUrl` has no slash at its end. */
export function toProductWire(product: PricedProduct, baseUrl: string): ProductWire {
  const prices = toPricesWire(product)
  return {
    ...toOrderProductWire(product),
    ...merchantOnly.values,
    prices,
    benefits: product.benefits.map(toBenefitWire),
    medias: product.medias.map((file) => toProductMediaWire(file, baseUrl)),
    attached_custom_fields: toAttachedFieldsWire(product.customFields),
  }
}

/** The context of the JSON for buyers: the URL of this server, without a slash at its end, and the characters of descriptions. */
export interface CheckoutProductContext {
  readonly baseUrl: string
  readonly descriptionMaximum: number
}

/** The product as JSON for its buyers, with at most `descriptionMaximum` characters of its description. */
export function toCheckoutProductWire(
  product: PricedProduct,
  { baseUrl, descriptionMaximum }: CheckoutProductContext,
): z.output<typeof checkoutProduct> {
  const description = product.description && firstCharacters(product.description, descriptionMaximum)
  const benefits = product.benefits.map(toPublicBenefitWire)
  const medias = product.medias.map((file) => toProductMediaWire(file, baseUrl))
  return { ...toProductFields({ ...product, description }), prices: toPricesWire(product), benefits, medias }
}

// Counted as PostgreSQL's `left` counts them: a pair of surrogates is one character.
function firstCharacters(text: string, maximum: number): string {
  return text.length <= maximum ? text : Array.from(text).slice(0, maximum).join('')
}

/** The product inside an order as JSON, without prices. */
export function toOrderProductWire(product: Product): z.output<typeof orderProduct> {
  return { ...toProductFields(product), ...merchantFields.toWire(product) }
}

/** The draft of a body. */
export function toProductDraft(body: z.output<typeof productCreate>, context: DraftContext): ProductDraft {
  return {
    name: body.name,
    description: body.description ?? null,
    recurringInterval: body.recurring_interval ?? null,
    trial: changeTrial(NO_TRIAL, toTrialChanges(body)),
    taxCode: body.tax_code ?? 'standard',
    metadata: body.metadata ?? {},
    prices: body.prices.map((price) => toPriceDraft(price, context)),
    mediaIds: body.medias ?? [],
    customFields: (body.attached_custom_fields ?? []).map(toRequestedField),
  }
}

/** The changes of a body; null means unchanged, except that it clears the description. */
export function toProductChanges(body: z.output<typeof productUpdate>, context: DraftContext): ProductChanges {
  return {
    name: body.name ?? undefined,
    description: body.description,
    recurringInterval: body.recurring_interval,
    trial: toTrialChanges(body),
    taxCode: body.tax_code ?? undefined,
    isArchived: body.is_archived ?? undefined,
    metadata: body.metadata ?? undefined,
    prices: body.prices?.map((price) => ('id' in price ? { id: price.id } : toPriceDraft(price, context))),
    mediaIds: body.medias ?? undefined,
    customFields: body.attached_custom_fields?.map(toRequestedField),
  }
}

function toPricesWire(product: PricedProduct) {
  return livePrices(product).map((price) => toPriceWire(price, product))
}

function toProductFields(product: Product) {
  const isRecurring = product.recurringInterval !== null
  return {
    ...publicFields.toWire(product),
    ...newerFields.values,
    is_recurring: isRecurring,
    recurring_interval_count: isRecurring ? 1 : null,
  }
}

function toRequestedField({ custom_field_id, required }: z.output<typeof attachedField>): RequestedField {
  return { id: custom_field_id, isRequired: required }
}
