import { refuse } from '#kernel/refusal.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import type { Database } from '#platform/database/database.ts'
import { type CheckoutBuyer, findCheckoutBuyer } from '#sales/checkouts/index.ts'
import type { PortalCaller } from './model.ts'
import { portalRefusals } from './refusals.ts'

/** The merchant of a session. */
export async function readMerchant(db: Database, organizationId: string): Promise<Merchant> {
  return (await findMerchant(db, [organizationId], organizationId)) ?? refuse(portalRefusals.ResourceNotFound)
}

/** The details that were typed about the buyer in the checkout that a limited session is for; undefined where there is none. */
export async function findTypedBuyer(db: Database, { organizationId, checkoutId }: PortalCaller): Promise<CheckoutBuyer | undefined> {
  return checkoutId === null ? undefined : findCheckoutBuyer(db, { organizationId, id: checkoutId })
}
