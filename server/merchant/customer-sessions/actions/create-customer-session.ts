import { newToken } from '#contract/token.ts'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import type { Platform } from '#platform/platform.ts'
import { type CustomerSession, SESSION_PREFIX } from '../model.ts'
import { type CustomerSessionDraft, create } from '../rules.ts'
import { customerSessions } from '../store.ts'

/** A new session and its secret, which is shown once. */
export interface CreateCustomerSessionResult {
  readonly session: CustomerSession
  readonly token: string
}

/** Creates a session of an hour. Only writes, so that it can run in batched statements. */
export async function createCustomerSession(
  tx: Tx,
  { clock, secrets }: Pick<Platform, 'clock' | 'secrets'>,
  draft: CustomerSessionDraft,
): Promise<CreateCustomerSessionResult> {
  const now = clock.now()
  const token = newToken(SESSION_PREFIX)
  const session = create(draft, { id: newId(now), now })
  await sendAhead(() => customerSessions.insert(tx, session, { token_digest: secrets.digest(token) }))
  return { session, token }
}
