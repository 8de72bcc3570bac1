import type { Platform } from '#platform/platform.ts'
import { servicesOf } from '../adapters/services.ts'
import { REVOCATION_SEAL, type RevocationRequest } from '../job-specs.ts'
import { isDiscordAccountLinked } from '../store.ts'

/**
 * Ends the authorization of an account at Discord, unless the account is linked to a customer: of another merchant, too, because Discord revokes all
 * tokens of an account together. Throws where Discord may accept it later, so that the job is tried again; what Discord refuses is logged, and
 * the token expires by itself. Never called in a transaction.
 */
export async function revokeAuthorization(platform: Platform, { accountId, sealed }: RevocationRequest): Promise<void> {
  if (await isDiscordAccountLinked(platform.database.db, accountId)) return
  const token = platform.secrets.openOrNull(REVOCATION_SEAL, sealed)
  const { discordOauth } = servicesOf(platform)
  if (token === null || !discordOauth) return
  const outcome = await discordOauth.revoke(token)
  if (outcome.kind === 'transient') throw new Error(outcome.sentence)
  if (outcome.kind !== 'done') platform.log.warn('Discord has not revoked an authorization.', { reason: outcome.sentence })
}
