import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import { id } from '#platform/http/wire-parts.ts'
import { array, flag, type Model, metadata, recorded, text, uuid } from '#platform/resource/columns.ts'

/** The products of one link at most. */
export const PRODUCTS_MAXIMUM = 10
/** The characters of each product's description in a link at most; the product itself has all of it. */
export const DESCRIPTION_MAXIMUM = 400
/** The bytes of a product's metadata in a link at most: larger metadata is left out there. */
export const METADATA_MAXIMUM_BYTES = 500

export const checkoutLinkColumns = {
  ...recorded,
  /** Part of a URL that the merchant publishes. It opens checkouts and reads nothing, so it is stored as it is. */
  clientSecret: text().fixed(),
  label: text().nullable().meta({ description: 'A name for the merchant. Buyers do not see it.' }),
  successUrl: text().nullable().meta({ description: 'The page after a purchase; null: our own confirmation.' }),
  allowDiscountCodes: flag().meta({ description: 'Whether buyers may enter a discount code.' }),
  requireBillingAddress: flag().meta({ description: 'Whether buyers enter their whole address, not only their country.' }),
  /** The products that the buyer may choose from, in order. The first one that is on sale is selected. */
  productIds: array(id).private(),
  /** Applied to each checkout; ignored where it cannot be redeemed for it. */
  discountId: uuid().nullable(),
  metadata: metadata(),
} as const

/** A link that a merchant publishes: each buyer who follows it gets a checkout of their own. Times are UTC. */
export type CheckoutLink = Model<typeof checkoutLinkColumns>

/** A link with its products, in its order. */
export interface FullCheckoutLink extends CheckoutLink {
  readonly discount: Discount | null
  readonly products: readonly PricedProduct[]
}
