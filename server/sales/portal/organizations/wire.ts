import { z } from 'zod'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import { toProductWire } from '#merchant/catalogue/products/wire.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { publicOrganization, toPublicOrganizationWire } from '#merchant/merchants/wire.ts'
import { customerProduct, LISTED_DESCRIPTION, toCustomerProductWire } from '../wire.ts'

/** The products that an organization shows in its portal at most: the newest ones. */
export const PRODUCTS_MAXIMUM = 100

const SLUG_MAXIMUM = 250

/** An organization as its customers see it before they sign in. */
export const customerOrganization = z
  .object({
    organization: publicOrganization,
    products: z.array(customerProduct).meta({ description: 'What it sells: the newest hundred products.' }),
  })
  .meta({ id: 'CustomerOrganization' })

export const slugParams = z.object({ slug: z.string().max(SLUG_MAXIMUM) })

/** The organization as JSON; `baseUrl` has no slash at its end. */
export function toCustomerOrganizationWire(
  merchant: Merchant,
  products: readonly PricedProduct[],
  baseUrl: string,
): z.output<typeof customerOrganization> {
  return {
    organization: toPublicOrganizationWire(merchant),
    products: products.map((product) => toCustomerProductWire(toProductWire(product, baseUrl), LISTED_DESCRIPTION)),
  }
}
