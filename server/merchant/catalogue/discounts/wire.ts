import { z } from 'zod'
import { orderProduct, toOrderProductWire } from '#merchant/catalogue/products/wire.ts'
import { actingOrganizationId, added, EXAMPLE_ID, id, metadataInput, seenName, timestamp, trimmedText } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { discountKinds, kindOf } from './kinds/index.ts'
import {
  type Discount,
  discountDuration,
  discountStatus,
  discountType,
  type FullDiscount,
  PRODUCT_DESCRIPTION_MAXIMUM,
  PRODUCT_METADATA_MAXIMUM_BYTES,
  PRODUCTS_MAXIMUM,
  sharedColumns,
} from './model.ts'
import type { DiscountChanges, DiscountDraft } from './rules.ts'

const NAME_MAXIMUM = 250
const CODE_MAXIMUM = 256
const COUNT_MAXIMUM = 2_147_483_647
const MONTHS_MAXIMUM = 999

const fields = fieldsOf(sharedColumns)
const { id: discountId, name, code } = fields.shape
const once = { duration: z.enum(['once', 'forever']) }
const repeating = { duration: z.literal('repeating'), duration_in_months: z.int() }
const { fixed, percentage } = discountKinds

/** The four forms of a discount with the same further fields; `nameOf` gives their names in the contract. */
function formsOf<Shape extends z.ZodRawShape>(shape: Shape, nameOf: (form: string) => string) {
  const form = <Form extends z.ZodRawShape>(name: string, own: Form) => z.object({ ...own, ...shape }).meta({ id: nameOf(name) })
  return z.union([
    form('FixedOnceForeverDuration', { ...fixed.wire, ...once }),
    form('FixedRepeatDuration', { ...fixed.wire, ...repeating }),
    form('PercentageOnceForeverDuration', { ...percentage.wire, ...once }),
    form('PercentageRepeatDuration', { ...percentage.wire, ...repeating }),
  ])
}

/** The discount of a checkout. */
export const checkoutDiscount = formsOf({ id: discountId, name, code }, (form) => `CheckoutDiscount${form}`)

/** The discount of an order, and of a checkout link. */
export const orderDiscount = formsOf(fields.shape, (form) => `Discount${form}Base`)

const products = z.array(orderProduct).meta({
  description: `The products that it is for; all when empty. Their descriptions have at most ${PRODUCT_DESCRIPTION_MAXIMUM} characters, and metadata of more than ${PRODUCT_METADATA_MAXIMUM_BYTES} bytes is left out.`,
})

const status = discountStatus.meta(added('Whether it can be redeemed at the time of the merchant.'))

/** A discount as returned to its merchant. */
export const discount = formsOf({ ...fields.shape, products, status }, (form) => `Discount${form}`).meta({ id: 'Discount' })

export type DiscountWire = z.output<typeof discount>

const count = z.int().min(1).max(COUNT_MAXIMUM).nullish()
const months = z.int().min(1).max(MONTHS_MAXIMUM).nullish()
const productIds = z.array(id).max(PRODUCTS_MAXIMUM).nullish()
const codeText = z.string().max(CODE_MAXIMUM).nullish()
const ofKinds = { ...fixed.body, ...percentage.body }

export const discountCreate = z
  .object({
    type: discountType,
    duration: discountDuration,
    duration_in_months: months,
    ...ofKinds,
    name: seenName(trimmedText(1, NAME_MAXIMUM)),
    code: codeText,
    starts_at: timestamp.nullish(),
    ends_at: timestamp.nullish(),
    max_redemptions: count,
    products: productIds,
    metadata: metadataInput.nullish(),
    organization_id: actingOrganizationId,
  })
  .meta({
    id: 'DiscountCreate',
    examples: [
      { type: 'percentage', basis_points: 1000, duration: 'once', name: 'Spring', code: 'SPRING10' },
      { type: 'fixed', amount: 500, currency: 'usd', duration: 'forever', name: 'For partners', products: [EXAMPLE_ID] },
    ],
  })

export const discountUpdate = z
  .object({
    type: discountType.nullish(),
    duration: discountDuration.nullish(),
    duration_in_months: months,
    ...ofKinds,
    name: seenName(trimmedText(1, NAME_MAXIMUM)).nullish(),
    code: codeText,
    starts_at: timestamp.nullish(),
    ends_at: timestamp.nullish(),
    max_redemptions: count,
    products: productIds,
    metadata: metadataInput.nullish(),
  })
  .meta({ id: 'DiscountUpdate', examples: [{ name: 'Late spring', ends_at: '2026-06-30T00:00:00Z' }] })

/** The discount as JSON, with its products. */
export function toDiscountWire({ discount: one, products, status: current }: FullDiscount): DiscountWire {
  return { ...toOrderDiscountWire(one), products: products.map(toOrderProductWire), status: current } as DiscountWire
}

/** The discount inside an order or a link as JSON. */
export function toOrderDiscountWire(one: Discount): z.output<typeof orderDiscount> {
  return { ...fields.toWire(one), ...toForm(one) } as z.output<typeof orderDiscount>
}

/** The discount inside a checkout as JSON. */
export function toCheckoutDiscountWire(one: Discount): z.output<typeof checkoutDiscount> {
  return { id: one.id, name: one.name, code: one.code, ...toForm(one) } as z.output<typeof checkoutDiscount>
}

function toForm({ value, duration, durationInMonths }: Discount) {
  return { ...kindOf(value.type).toWire(value), duration, ...(duration === 'repeating' && { duration_in_months: durationInMonths }) }
}

/** The draft of a body; an amount without a currency takes the merchant's. */
export function toDiscountDraft(body: z.output<typeof discountCreate>, defaultCurrency: string): DiscountDraft {
  return {
    name: body.name,
    code: body.code || null,
    value: kindOf(body.type).toValue(body, defaultCurrency),
    duration: body.duration,
    durationInMonths: body.duration_in_months ?? null,
    startsAt: toInstant(body.starts_at) ?? null,
    endsAt: toInstant(body.ends_at) ?? null,
    maxRedemptions: body.max_redemptions ?? null,
    productIds: body.products ?? [],
    metadata: body.metadata ?? {},
  }
}

/** The changes of a body; null clears code, times and limit, and means unchanged for the others. */
export function toDiscountChanges(body: z.output<typeof discountUpdate>): DiscountChanges {
  return {
    name: body.name ?? undefined,
    code: body.code === '' ? null : body.code,
    type: body.type ?? undefined,
    duration: body.duration ?? undefined,
    durationInMonths: body.duration_in_months ?? undefined,
    value: body,
    startsAt: toInstant(body.starts_at),
    endsAt: toInstant(body.ends_at),
    maxRedemptions: body.max_redemptions,
    productIds: body.products ?? undefined,
    metadata: body.metadata ?? undefined,
  }
}

function toInstant(text: string | null | undefined): Date | null | undefined {
  return typeof text === 'string' ? new Date(text) : text
}
