import { findOwner, insertLink, LINK_KEY, saveTokens } from '#identity/accounts/index.ts'
import type { LinkTokens } from '#identity/accounts/model.ts'
import type { ProviderUser, ReadyProvider } from '#identity/providers/model.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import { isUniqueBreach, type Tx } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { stillSignedIn } from '../reads.ts'
import { callbackRefusals } from '../refusals.ts'
import { linkingOf } from '../rules.ts'

const TRIES = 3

/** An account of a provider that a signed-in person wants as a way in. */
export interface LinkingAccount {
  readonly userId: string
  /** The session in which it is linked. */
  readonly sessionId: string
  readonly provider: ReadyProvider
  readonly person: ProviderUser
  readonly tokens: LinkTokens
  readonly caller: Caller
  readonly request: RequestInfo
  readonly now: Date
}

/**
 * Links an account of a provider, whatever its address; one that is linked already gets its new tokens. Refuses somebody else's, and a
 * session that ended while the provider was asked: whoever was signed out links nothing any more.
 */
export async function linkAccount(platform: Platform, linking: LinkingAccount, tries = TRIES): Promise<void> {
  const { userId, sessionId, provider, person, tokens, caller, request, now } = linking
  const { database, secrets, audit } = platform
  const named = { providerId: provider.id, accountId: person.accountId }
  const owner = await findOwner(database.db, named)
  const isNew = linkingOf(owner?.userId, userId) === 'new'
  const entry = { action: 'user.account_linked', organizationId: null, userId, caller, details: { provider: provider.id }, request, now }
  try {
    const write = async (tx: Tx): Promise<void> => {
      if (owner) await saveTokens(tx, secrets, { id: owner.id, tokens, now })
      else await insertLink(tx, secrets, { userId, ...named, tokens, now })
      if (isNew) await audit.append(tx, entry)
    }
    await batchStatements(database.db, write, stillSignedIn({ sessionId, userId, now }))
  } catch (error) {
    refuseWhen(error instanceof GuardFailed, callbackRefusals.restart)
    // Somebody has linked it meanwhile; whoever it was is looked at again.
    if (!isUniqueBreach(error, LINK_KEY) || tries <= 1) throw error
    await linkAccount(platform, linking, tries - 1)
  }
}
