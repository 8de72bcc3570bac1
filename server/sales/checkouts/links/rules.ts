import { orUnchanged } from '#kernel/changes/unchanged.ts'
import type { Metadata } from '#kernel/metadata.ts'
import { type Problem, refuseProblems, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import { isOrigin } from '#kernel/request/origin.ts'
import { type Discount, redemptionFault } from '#merchant/catalogue/discounts/model.ts'
import { type PricedProduct, salePrice } from '#merchant/catalogue/products/model.ts'
import { type EmbedSettings, mayEmbedLink } from '#merchant/merchants/model.ts'
import { discountedSale, saleFault } from '#sales/checkouts/model.ts'
import type { CheckoutLink, FullCheckoutLink } from './model.ts'
import { checkoutLinkRefusals } from './refusals.ts'

/** A new link, as requested: its products by their ids, one of them by its id or by that of its price. */
export interface CheckoutLinkDraft {
  readonly label: string | null
  readonly successUrl: string | null
  readonly allowDiscountCodes: boolean
  readonly requireBillingAddress: boolean
  readonly discountId: string | null
  readonly metadata: Metadata
  readonly products: RequestedProducts
}

/** The products that a body names, by their ids or by those of their prices, and the field in which it does. */
export interface RequestedProducts {
  readonly field: 'products' | 'product_id' | 'product_price_id'
  readonly ids: readonly string[]
}

/** The changes. An omitted field stays. */
export interface CheckoutLinkChanges {
  readonly label?: string | null | undefined
  readonly successUrl?: string | null | undefined
  readonly allowDiscountCodes?: boolean | undefined
  readonly requireBillingAddress?: boolean | undefined
  readonly discountId?: string | null | undefined
  readonly metadata?: Metadata | undefined
  readonly productIds?: readonly string[] | undefined
}

/** Creates a link. `products` are those of the requested ones that the organization has. Reports all problems at once (422). */
export function create(
  draft: CheckoutLinkDraft,
  context: {
    readonly id: string
    readonly organizationId: string
    readonly clientSecret: string
    readonly products: readonly PricedProduct[]
    /** The discount with the requested id; null where there is none. */
    readonly discount: Discount | null
    readonly now: Date
  },
): FullCheckoutLink {
  const { products, now } = context
  const requested = requestedProducts(draft.products, products)
  refuseProblems([...requested.problems, ...discountProblems(draft.discountId, context.discount)])
  return {
    id: context.id,
    organizationId: context.organizationId,
    clientSecret: context.clientSecret,
    label: draft.label,
    successUrl: draft.successUrl,
    allowDiscountCodes: draft.allowDiscountCodes,
    requireBillingAddress: draft.requireBillingAddress,
    productIds: requested.found.map(({ id }) => id),
    discountId: draft.discountId,
    metadata: draft.metadata,
    createdAt: now,
    modifiedAt: null,
    products: requested.found,
    discount: context.discount,
  }
}

/** Updates a link. `products` are those of the new ones that the organization has. Reports all problems at once (422). */
export function update(
  link: CheckoutLink,
  changes: CheckoutLinkChanges,
  { products, discount, now }: { readonly products: readonly PricedProduct[]; readonly discount: Discount | null; readonly now: Date },
): CheckoutLink {
  const requested = changes.productIds && requestedProducts({ field: 'products', ids: changes.productIds }, products)
  refuseProblems([...(requested?.problems ?? []), ...discountProblems(changes.discountId, discount)])
  return orUnchanged(link, {
    ...link,
    label: changes.label === undefined ? link.label : changes.label,
    successUrl: changes.successUrl === undefined ? link.successUrl : changes.successUrl,
    allowDiscountCodes: changes.allowDiscountCodes ?? link.allowDiscountCodes,
    requireBillingAddress: changes.requireBillingAddress ?? link.requireBillingAddress,
    productIds: requested ? requested.found.map(({ id }) => id) : link.productIds,
    discountId: changes.discountId === undefined ? link.discountId : changes.discountId,
    metadata: changes.metadata ?? link.metadata,
    modifiedAt: now,
  })
}

/** The referral of a buyer who follows a link. */
export interface Referral {
  /** The origin of the page that frames the checkout; ignored where it is none, or where the merchant does not allow it. */
  readonly embedOrigin?: string | undefined
  /** Where the buyer came from, by the names of the query parameters: `utm_source`. */
  readonly source: Metadata
}

/**
 * The checkout that a buyer gets who follows a link: the products that are still on sale, and the metadata of the link with where the
 * buyer came from. A discount that cannot be redeemed for it is left out. Refused (410) when none is on sale.
 */
export function draftOf(
  link: FullCheckoutLink,
  { source, embedOrigin }: Referral,
  { merchant, now }: { readonly merchant: EmbedSettings; readonly now: Date },
) {
  const isFramer = (origin: string | undefined) =>
    origin !== undefined && isOrigin(origin) && mayEmbedLink(merchant, link.successUrl, origin)
  const onSale = link.products.filter((product) => saleFault(product) === null)
  refuseWhen(onSale.length === 0, checkoutLinkRefusals.ResourceUnavailable)
  return {
    productIds: onSale.map(({ id }) => id),
    discountId: redeemableOf(link.discount, onSale, now),
    successUrl: link.successUrl,
    allowDiscountCodes: link.allowDiscountCodes,
    requireBillingAddress: link.requireBillingAddress,
    metadata: { ...source, ...link.metadata },
    embedOrigin: isFramer(embedOrigin) ? embedOrigin : undefined,
  }
}

function redeemableOf(discount: Discount | null, [first]: readonly PricedProduct[], now: Date): string | undefined {
  const price = first && salePrice(first)
  return discount && price && redemptionFault(discount, discountedSale(price, first), now) === null ? discount.id : undefined
}

function requestedProducts({ field, ids }: RequestedProducts, products: readonly PricedProduct[]) {
  if (ids.length === 0) return { found: [], problems: [{ loc: ['body', 'products'], msg: 'Field required', type: 'missing' }] }
  const distinct = [...new Set(ids)]
  const found = distinct.map((id) =>
    products.find((product) => (field === 'product_price_id' ? product.prices.some((price) => price.id === id) : product.id === id)),
  )
  const problems: Problem[] = ids.flatMap((id, index) => {
    const fault = saleFault(found[distinct.indexOf(id)])
    return fault === null ? [] : [valueProblem(field === 'products' ? ['body', field, index] : ['body', field], fault)]
  })
  return { found: found.flatMap((product) => product ?? []), problems }
}

function discountProblems(discountId: string | null | undefined, discount: Discount | null): Problem[] {
  return discountId && discount?.id !== discountId ? [valueProblem(['body', 'discount_id'], 'There is no such discount.')] : []
}
