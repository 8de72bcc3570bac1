import { insertLink, LINK_KEY, saveTokens } from '#identity/accounts/index.ts'
import type { LinkTokens } from '#identity/accounts/model.ts'
import type { ConfiguredProvider, ProviderUser } from '#identity/providers/model.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import { isUniqueBreach, type Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { findLinkParties, signedInGuard } from '../reads.ts'
import { callbackRefusals } from '../refusals.ts'
import { decideLinking } from '../rules.ts'
import { mayNotify, notifyAccountLinked } from './notify-account-linked.ts'

const ATTEMPTS = 3

/** An account of a provider, and the session that links it. */
export interface LinkAccountInput {
  readonly userId: string
  /** The session that links the account. */
  readonly sessionId: string
  readonly provider: ConfiguredProvider
  readonly providerUser: ProviderUser
  readonly tokens: LinkTokens
  readonly caller: Caller
  readonly request: RequestInfo
  readonly now: Date
}

/**
 * Links an account of a provider with any email, and notifies the user by email. If it is linked already, its tokens are replaced.
 * Refuses an account of another user, and a session that was revoked during the request to the provider.
 */
export async function linkAccount(platform: Platform, input: LinkAccountInput, attempts = ATTEMPTS): Promise<void> {
  const { userId, sessionId, provider, providerUser, tokens, caller, request, now } = input
  const { database, secrets, audit } = platform
  const named = { providerId: provider.id, accountId: providerUser.accountId }
  const { owner, user } = (await findLinkParties(database.db, { userId, ...named })) ?? refuse(callbackRefusals.restart)
  const isNew = decideLinking(owner?.userId, userId) === 'new'
  const isNotified = isNew && (await mayNotify(platform, user, now))
  const entry = { action: 'user.account_linked', organizationId: null, userId, caller, details: { provider: provider.id }, request, now }
  try {
    const write = async (tx: Tx): Promise<void> => {
      if (owner) await saveTokens(tx, secrets, { id: owner.id, tokens, now })
      else await insertLink(tx, secrets, { userId, ...named, tokens, now })
      if (isNew) await audit.append(tx, entry)
      if (isNotified) await notifyAccountLinked(tx, platform, { user, provider, request, now })
    }
    await batchStatements(database.db, write, signedInGuard({ sessionId, userId, now }))
  } catch (error) {
    refuseWhen(error instanceof GuardFailed, callbackRefusals.restart)
    // A concurrent request has linked the account: read its owner again.
    if (!isUniqueBreach(error, LINK_KEY) || attempts <= 1) throw error
    await linkAccount(platform, input, attempts - 1)
  }
}
