import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { REVOCATION_SEAL, revocationSpec } from '../job-specs.ts'
import type { StoredTokens } from '../store.ts'

/** Has the authorization of an account that is not linked any more revoked, after the transaction. Only tokens of Discord are stored. */
export async function enqueueRevocation(tx: Tx, platform: Platform, tokens: StoredTokens): Promise<void> {
  const { accountId, refreshToken, accessToken } = tokens
  // Either of them ends both; the access token may have expired.
  const token = refreshToken ?? accessToken
  if (token !== null) await enqueue(tx, platform, revocationSpec, { accountId, sealed: platform.secrets.seal(REVOCATION_SEAL, token) })
}
