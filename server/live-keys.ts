// Whether the keys of this server may take the money of its live organizations.
import { hasLiveMerchant } from '#merchant/merchants/index.ts'
import type { Platform } from '#platform/platform.ts'
import { isTestKey } from '#platform/settings/stripe-settings.ts'

/** Why the server must not start with its key of Stripe; null where it may: live organizations would sell for test money. */
export async function liveKeyFault({
  settings: { STRIPE_SECRET_KEY: key },
  database,
}: Pick<Platform, 'settings' | 'database'>): Promise<string | null> {
  if (key === undefined || !isTestKey(key) || !(await hasLiveMerchant(database.db))) return null
  return 'STRIPE_SECRET_KEY is a test key, and an organization of this server is live: it would sell for money that does not exist. Set the live keys, or none.'
}
