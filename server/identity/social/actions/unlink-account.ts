import { deleteAccount, listAccounts } from '#identity/accounts/index.ts'
import { lockUser } from '#identity/users/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { type AccountSelector, accountToUnlink } from '../rules.ts'

/** The account to unlink, and the signed-in user. */
export interface UnlinkAccountInput {
  readonly selector: AccountSelector
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
}

/** Removes one sign-in method of the user. The user's row is locked, so that concurrent requests cannot remove the last one. */
export async function unlinkAccount(tx: Tx, platform: Platform, { selector, caller, request, now }: UnlinkAccountInput): Promise<void> {
  const userId = caller.user.id
  await lockUser(tx, userId)
  const account = accountToUnlink(await listAccounts(tx, userId), selector, platform.settings.ALLOW_UNLINKING_ALL)
  await deleteAccount(tx, userId, account.id)
  const details = { provider: account.providerId }
  await platform.audit.append(tx, { action: 'user.account_unlinked', organizationId: null, userId, caller, details, request, now })
}
