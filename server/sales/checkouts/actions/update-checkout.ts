import type { z } from 'zod'
import { isToken, prefixes } from '#contract/token.ts'
import { refuse } from '#kernel/refusal.ts'
import { findDiscount } from '#merchant/catalogue/discounts/index.ts'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import { triedBy } from '#money/billing/subscriptions/index.ts'
import { taxSourcesOf } from '#money/taxes/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { refuseExpired } from '../confirmation.ts'
import { prolonged } from '../expiry.ts'
import { type Checkout, type FullCheckout, selectedProduct } from '../model.ts'
import { type CheckoutContext, readContext } from '../reads.ts'
import { checkoutRefusals } from '../refusals.ts'
import { type CheckoutChanges, updateCheckout } from '../rules.ts'
import { checkouts, lockCheckout, lockCheckoutBySecret, saveBuyerIpAddress } from '../store.ts'
import { type checkoutUpdate, toCheckoutChanges } from '../wire.ts'
import { auditDetailsOf } from './create-checkout.ts'
import { emitCheckout } from './emit-checkout.ts'
import { findBuyersDiscount } from './find-buyers-discount.ts'
import { readHoldings, refuseSecond } from './read-holdings.ts'

/** The checkout, looked up in `tenants`, and the merchant's changes. */
export interface UpdateCheckoutInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly body: z.output<typeof checkoutUpdate>
}

/** Updates an open checkout for its merchant. */
export async function updateCheckoutAsMerchant(
  tx: Tx,
  by: AuditContext,
  { tenants, id, body }: UpdateCheckoutInput,
): Promise<FullCheckout> {
  const checkout = (await lockCheckout(tx, by.platform, { tenants, id })) ?? refuse(checkoutRefusals.ResourceNotFound)
  const { organizationId } = checkout
  const changes = toCheckoutChanges(body)
  const namedDiscount = (changes.discountId && (await findDiscount(tx, organizationId, changes.discountId))) || null
  const full = await update(tx, by.platform, { checkout, changes, namedDiscount })
  if (full.checkout !== checkout)
    await recordAudit(tx, by, {
      action: 'checkout.updated',
      organizationId,
      target: { type: 'checkout', id },
      details: auditDetailsOf(full),
    })
  return full
}

/** The changes of a buyer, by the client secret, and the IP address of their request. */
export interface UpdateAsBuyerInput {
  readonly clientSecret: string
  readonly changes: CheckoutChanges
  readonly ipAddress: string
}

/** Updates an open checkout for its buyer. Where it has no IP address, that of the request is recorded, which alone emits no event. */
export async function updateCheckoutAsBuyer(
  tx: Tx,
  { platform, now }: { readonly platform: Platform; readonly now: Date },
  { clientSecret, changes, ipAddress }: UpdateAsBuyerInput,
): Promise<FullCheckout> {
  const checkout = await lockForBuyer(tx, platform, clientSecret)
  refuseExpired(checkout, platform.clock.now(checkout))
  const known = checkout.customerIpAddress === null ? { ...checkout, customerIpAddress: ipAddress } : checkout
  const namedDiscount = await findBuyersDiscount(tx, platform, { checkout, changes, ipAddress, now })
  const full = await update(tx, platform, { checkout: known, changes, namedDiscount })
  if (full.checkout === known && known !== checkout) await saveBuyerIpAddress(tx, checkout, ipAddress)
  return full
}

/** Locks the checkout of a client secret; 404 for an unknown secret. */
async function lockForBuyer(tx: Tx, platform: Platform, clientSecret: string): Promise<Checkout> {
  const found = isToken(prefixes.checkout, clientSecret) ? await lockCheckoutBySecret(tx, platform, clientSecret) : undefined
  return found ?? refuse(checkoutRefusals.ResourceNotFound)
}

/** The checkout with its context after an update; price and discount may be others than before. */
export function fullAfter(next: Checkout, context: CheckoutContext & { readonly namedDiscount: Discount | null }): FullCheckout {
  const { namedDiscount, ...before } = context
  const chosen = before.products.flatMap((product) => product.prices).find((price) => price.id === next.productPriceId)
  const discount = [before.discount, before.chosenDiscount, namedDiscount].find((one) => one !== null && one.id === next.discountId) ?? null
  return { ...before, checkout: next, price: chosen ?? before.price, discount }
}

interface UpdateInput {
  readonly checkout: Checkout
  readonly changes: CheckoutChanges
  /** The discount that the changes name, by its id or code; null where they name none, or there is none. */
  readonly namedDiscount: Discount | null
}

async function update(tx: Tx, platform: Platform, { checkout, changes, namedDiscount }: UpdateInput): Promise<FullCheckout> {
  const now = platform.clock.now(checkout)
  const context = { ...(await readContext(tx, platform, checkout)), namedDiscount }
  const holdings = await readHoldings(tx, checkout, context.products)
  const lifeSeconds = platform.settings.CHECKOUT_EXPIRES_IN
  const known = { ...context, triedProductIds: triedBy(holdings), taxSources: taxSourcesOf(platform), now }
  const { next: updated, events } = updateCheckout(checkout, changes, known)
  const next = prolonged(checkout, updated, lifeSeconds)
  const full = fullAfter(next, context)
  refuseSecond(holdings, selectedProduct(full), context.merchant)
  if (next === checkout) return full
  await checkouts.save(tx, next)
  await emitCheckout(tx, platform, { full, events, now })
  return full
}
