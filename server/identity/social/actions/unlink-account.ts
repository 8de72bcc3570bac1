import { deleteAccount, listAccounts } from '#identity/accounts/index.ts'
import { lockUser } from '#identity/users/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { accountToUnlink, type Unlinking } from '../rules.ts'

/** Whose account is to be unlinked. */
export interface UnlinkingCall {
  readonly wanted: Unlinking
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
}

/** Takes one way in from the person. Two at once leave the last one: the person's row is held while it is decided. */
export async function unlinkAccount(tx: Tx, platform: Platform, { wanted, caller, request, now }: UnlinkingCall): Promise<void> {
  const userId = caller.user.id
  await lockUser(tx, userId)
  const account = accountToUnlink(await listAccounts(tx, userId), wanted, platform.settings.ALLOW_UNLINKING_ALL)
  await deleteAccount(tx, userId, account.id)
  const details = { provider: account.providerId }
  await platform.audit.append(tx, { action: 'user.account_unlinked', organizationId: null, userId, caller, details, request, now })
}
