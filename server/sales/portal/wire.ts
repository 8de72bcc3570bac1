// The JSON of the portal. What customers see of a resource is a part of what its merchant sees: the schemas leave fields out, and the
// mappings pick the fields of the schema.
import { z } from 'zod'
import { publicBenefit } from '#merchant/benefits/wire.ts'
import { type OrganizationWire, organization } from '#merchant/merchants/wire.ts'
import { checkoutProduct, type ProductWire } from '#merchant/products/wire.ts'

/** The characters of a product's description where several products are in one answer. */
export const LISTED_DESCRIPTION = 1000
/** The same where it is one: all of them. */
export const WHOLE_DESCRIPTION = 20_000

/** A product as customers see it. */
export const customerProduct = z.object(checkoutProduct.shape).meta({ id: 'CustomerProduct' })

/** The same inside a resource, with its organization. */
const ownedProduct = z.object({ ...checkoutProduct.shape, organization })
export const customerOrderProduct = z.object(ownedProduct.shape).meta({ id: 'CustomerOrderProduct' })
export const customerSubscriptionProduct = z.object(ownedProduct.shape).meta({ id: 'CustomerSubscriptionProduct' })

/** The fields of a schema, of an object that has them. */
export function picked<Shape extends z.ZodRawShape, Wire extends { readonly [Name in keyof Shape]: unknown }>(
  schema: z.ZodObject<Shape>,
  wire: Wire,
): Pick<Wire, keyof Shape> {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => Object.hasOwn(schema.shape, name))) as Pick<Wire, keyof Shape>
}

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
  { organization, descriptionMaximum }: { readonly organization: OrganizationWire; readonly descriptionMaximum: number },
): z.output<typeof ownedProduct> {
  return { ...toCustomerProductWire(product, descriptionMaximum), organization }
}
