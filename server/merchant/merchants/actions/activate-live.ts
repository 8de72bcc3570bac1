import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Merchant } from '../model.ts'
import { saveProfile } from '../store.ts'
import { toOrganizationWire } from '../wire.ts'

/** Makes a test merchant, whose time does not stand still, a live one. What it sold in test mode is removed by the caller. */
export async function activateLive(tx: Tx, platform: Platform, merchant: Merchant): Promise<Merchant> {
  const now = platform.clock.now({ organizationId: merchant.id })
  const live: Merchant = { ...merchant, mode: 'live', modifiedAt: now }
  await saveProfile(tx, live)
  const event = { organizationId: merchant.id, resourceId: merchant.id, payload: toOrganizationWire(live), now }
  await emit(tx, platform, { ...event, name: 'organization.live_activated' })
  await emit(tx, platform, { ...event, name: 'organization.updated' })
  return live
}
