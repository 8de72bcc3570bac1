import { refuse } from '#kernel/refusal.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import type { Database } from '#platform/database/database.ts'
import { portalRefusals } from './refusals.ts'

/** The merchant of a session. */
export async function readMerchant(db: Database, organizationId: string): Promise<Merchant> {
  return (await findMerchant(db, [organizationId], organizationId)) ?? refuse(portalRefusals.ResourceNotFound)
}
