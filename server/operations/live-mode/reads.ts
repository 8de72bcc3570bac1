import { sql } from 'kysely'
import { findMerchant } from '#merchant/merchants/index.ts'
import { checkLiveProcessor } from '#money/payments/index.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { isSecurePublicUrl } from '#platform/net/ip-addresses.ts'
import type { Platform } from '#platform/platform.ts'
import { outsideKinds } from '#sales/access/grants/index.ts'
import type { LiveReadiness } from './model.ts'
import { checkLive } from './rules.ts'

/**
 * The readiness of one of the organizations to go live; undefined where it is none of them. Asks the processor, so never inside a
 * transaction.
 */
export async function findReadiness(
  platform: Platform,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<LiveReadiness | undefined> {
  const { db } = platform.database
  const merchant = await findMerchant(db, tenants, id)
  if (!merchant) return undefined
  const check = await checkLiveProcessor(platform)
  const outsideGrants = await countOutsideGrants(db, id)
  const isReachable = isSecurePublicUrl(platform.settings.BASE_URL)
  const conditions = { merchant, isProcessorReady: check.kind === 'accepted', isReachable, outsideGrants }
  return { merchant, checks: checkLive(conditions) }
}

/** The grants whose customers have, or may have, access at another service. */
async function countOutsideGrants(db: Database, organizationId: string): Promise<number> {
  const types = outsideKinds.map(({ type }) => type)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from benefit_grants join benefits on benefits.organization_id = benefit_grants.organization_id
      and benefits.id = benefit_grants.benefit_id
    where benefit_grants.organization_id = ${organizationId} and benefits.type = ${anyOf(types)}
      and (benefit_grants.attempted_access is not null or (benefit_grants.granted_at is not null and benefit_grants.revoked_at is null))`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
