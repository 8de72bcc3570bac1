import { releaseMerchant } from '#merchant/merchants/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { deleteTestClock } from '../store.ts'

/**
 * Removes the test clock of an organization that goes live: its time is the server's again, in every process within `KNOWN_AFTER_MS`. An
 * advance that is under way stops at its next step. Resolves to whether there was one.
 */
export async function removeTestClock(tx: Tx, platform: Platform, organizationId: string): Promise<boolean> {
  if (!(await deleteTestClock(tx, organizationId))) return false
  await releaseMerchant(tx, organizationId)
  platform.merchantTimes.release(tx, organizationId)
  return true
}
