import type { z } from 'zod'
import { newToken, prefixes } from '#contract/token.ts'
import { newId } from '#kernel/id.ts'
import { findDiscount } from '#merchant/catalogue/discounts/index.ts'
import { findPrice } from '#merchant/catalogue/products/index.ts'
import { findMatchingCustomers, isForeignEmail } from '#merchant/customers/index.ts'
import type { Buyer, Customer } from '#merchant/customers/model.ts'
import { subscriptionList, triedBy } from '#money/billing/subscriptions/index.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import { taxSourcesOf } from '#money/taxes/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type FullCheckout, selectedProduct } from '../model.ts'
import { readContext, readOffer } from '../reads.ts'
import { type CheckoutDraft, openCheckout } from '../rules.ts'
import { insertCheckout } from '../store.ts'
import { type checkoutCreate, toCheckoutDraft } from '../wire.ts'
import { emitCheckout } from './emit-checkout.ts'
import { readHoldings, refuseSecond } from './read-holdings.ts'

/** A new checkout and its organization. */
export interface CreateCheckoutInput {
  readonly organizationId: string
  readonly body: z.output<typeof checkoutCreate>
}

/**
 * Creates a checkout for a merchant's product at its current price (rule C8). Reports all problems at once (422). A customer who may hold no
 * further subscription gets none (rule C19; 403).
 */
export async function createCheckout(tx: Tx, by: AuditContext, { organizationId, body }: CreateCheckoutInput): Promise<FullCheckout> {
  const full = await startCheckout(tx, by, { organizationId, draft: toCheckoutDraft(body) })
  await recordAudit(tx, by, {
    action: 'checkout.created',
    organizationId,
    target: { type: 'checkout', id: full.checkout.id },
    details: auditDetailsOf(full),
  })
  return full
}

/** A checkout to open, and whether a stranger opens it by a link. */
export interface StartCheckoutInput {
  readonly organizationId: string
  readonly draft: CheckoutDraft
  readonly isFromLink?: boolean
}

/** The same for a buyer, who is no caller that the audit log knows: the checkout is created and published, not audited. */
export async function startCheckout(
  tx: Tx,
  { platform }: Pick<AuditContext, 'platform'>,
  { organizationId, draft, isFromLink = false }: StartCheckoutInput,
): Promise<FullCheckout> {
  const now = platform.clock.now({ organizationId })
  const requested = await requestedCustomer(tx, organizationId, draft)
  const subscription = draft.subscriptionId ? await findUpgraded(tx, platform, { organizationId, id: draft.subscriptionId }) : null
  const offer = await readOffer(tx, organizationId, await requestedProducts(tx, organizationId, draft))
  const customer = subscription?.customer ?? requested.customer
  const { subscriptionId = null } = draft
  const holdings = await readHoldings(tx, { organizationId, customerId: customer?.id ?? null, subscriptionId }, offer.products)
  const { next, events } = openCheckout(draft, {
    id: newId(now),
    organizationId,
    clientSecret: newToken(prefixes.checkout),
    isFromLink,
    ...offer,
    subscription,
    customer,
    isEmailForeign: !subscription && requested.isEmailForeign,
    triedProductIds: triedBy(holdings),
    namedDiscount: (draft.discountId && (await findDiscount(tx, organizationId, draft.discountId))) || null,
    lifeSeconds: platform.settings.CHECKOUT_EXPIRES_IN,
    taxSources: taxSourcesOf(platform),
    now,
  })
  refuseSecond(holdings, selectedProduct({ checkout: next, products: offer.products }), offer.merchant)
  await insertCheckout(tx, next, platform)
  const full = { checkout: next, ...(await readContext(tx, platform, next)) }
  await emitCheckout(tx, platform, { full, events, now })
  return full
}

/** The product that a checkout sells, for the audit log, which outlives the checkout. */
export function auditDetailsOf({ checkout: { productId }, products }: FullCheckout): Readonly<Record<string, string>> {
  const product = products.find(({ id }) => id === productId)
  return { product_id: productId, ...(product && { product: product.name }) }
}

async function findUpgraded(
  tx: Tx,
  platform: Platform,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<FullSubscription | null> {
  return (await subscriptionList.find(tx, { tenants: [organizationId], id }, platform)) ?? null
}

async function requestedProducts(tx: Tx, organizationId: string, draft: CheckoutDraft): Promise<readonly string[]> {
  if (draft.productIds) return draft.productIds
  const price = draft.productPriceId ? await findPrice(tx, [organizationId], draft.productPriceId) : undefined
  return [draft.productId, price?.productId].flatMap((id) => id ?? [])
}

/** The customer whom a draft names, and whether the address that it states is that of a customer with another external id (rule C14). */
interface RequestedCustomer {
  readonly customer: Customer | null
  readonly isEmailForeign: boolean
}

async function requestedCustomer(tx: Tx, organizationId: string, draft: CheckoutDraft): Promise<RequestedCustomer> {
  const { customerId = null, externalCustomerId: externalId = null, customerEmail: email = null } = draft
  if (customerId === null && externalId === null) return { customer: null, isEmailForeign: false }
  const buyer: Buyer = { customerId, externalId, email, emailSource: 'stated' }
  const matches = await findMatchingCustomers(tx, organizationId, buyer)
  const named = customerId === null ? undefined : matches.find((customer) => customer.id === customerId)
  const customer = named ?? matches.find((each) => externalId !== null && each.externalId === externalId) ?? null
  return { customer, isEmailForeign: isForeignEmail(buyer, matches) }
}
