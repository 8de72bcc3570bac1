import { present } from '#kernel/assert.ts'
import { findBenefitsOf } from '#merchant/catalogue/benefits/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { showKey } from '../rules.ts'
import { benefitGrants } from '../store.ts'
import { emitGrants } from './emit-grants.ts'

/** The key that a grant has instead of its last one. */
export interface UpdateReissuedGrantInput {
  readonly organizationId: string
  readonly grantId: string
  readonly licenseKeyId: string
  readonly displayKey: string
}

/** Shows the new key of a grant whose key was replaced (rule Y5). Repeated it changes nothing. */
export async function updateReissuedGrant(tx: Tx, platform: Platform, input: UpdateReissuedGrantInput): Promise<void> {
  const { organizationId, grantId, licenseKeyId, displayKey } = input
  const before = await benefitGrants.lock(tx, [organizationId], grantId)
  if (!before || before.properties['license_key_id'] === licenseKeyId) return
  const now = platform.clock.now({ organizationId })
  const outcome = showKey(before, { license_key_id: licenseKeyId, display_key: displayKey }, now)
  await benefitGrants.save(tx, outcome.next)
  const benefits = await findBenefitsOf(tx, organizationId, [before.benefitId])
  const benefit = present(benefits.get(before.benefitId), 'The benefit of a grant')
  await emitGrants(tx, platform, { changes: [{ before, outcome, benefit }], now })
}
