import type { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { newToken, prefixes } from '#kernel/token.ts'
import { findCustomersAlike } from '#merchant/customers/index.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { findPrice, findProducts } from '#merchant/products/index.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import type { FullCheckout } from '../model.ts'
import { readContext } from '../reads.ts'
import { type CheckoutDraft, openCheckout } from '../rules.ts'
import { insertCheckout } from '../store.ts'
import { type checkoutCreate, toCheckoutDraft } from '../wire.ts'
import { emitCheckout } from './emit-checkout.ts'

/** What is to be bought, and of whom. */
export interface NewCheckout {
  readonly organizationId: string
  readonly body: z.output<typeof checkoutCreate>
}

/** Opens a checkout for a merchant's product at its price of this moment (rule C8). Faults are 422, all at once. */
export async function createCheckout(tx: Tx, by: AuditContext, { organizationId, body }: NewCheckout): Promise<FullCheckout> {
  const { platform, now } = by
  const draft = toCheckoutDraft(body)
  const { next, events } = openCheckout(draft, {
    id: newId(now),
    organizationId,
    clientSecret: newToken(prefixes.checkout),
    products: await findProducts(tx, [organizationId], await wantedProducts(tx, organizationId, draft)),
    customer: await wantedCustomer(tx, organizationId, draft),
    lifeSeconds: platform.settings.CHECKOUT_EXPIRES_IN,
    now,
  })
  await insertCheckout(tx, next, platform)
  const full = { checkout: next, ...(await readContext(tx, platform, next)) }
  await emitCheckout(tx, platform, { full, events, now })
  await auditBy(tx, by, {
    action: 'checkout.created',
    organizationId,
    target: { type: 'checkout', id: next.id },
    details: { product_id: next.productId },
  })
  return full
}

async function wantedProducts(tx: Tx, organizationId: string, draft: CheckoutDraft): Promise<readonly string[]> {
  if (draft.productIds) return draft.productIds
  const price = draft.productPriceId ? await findPrice(tx, [organizationId], draft.productPriceId) : undefined
  return [draft.productId, price?.productId].flatMap((id) => id ?? [])
}

async function wantedCustomer(tx: Tx, organizationId: string, draft: CheckoutDraft): Promise<Customer | null> {
  const { customerId = null, externalCustomerId = null } = draft
  if (customerId === null && externalCustomerId === null) return null
  const alike = await findCustomersAlike(tx, organizationId, { customerId, externalId: externalCustomerId, email: null })
  const named = customerId === null ? undefined : alike.find((customer) => customer.id === customerId)
  return named ?? alike.find((customer) => externalCustomerId !== null && customer.externalId === externalCustomerId) ?? null
}
