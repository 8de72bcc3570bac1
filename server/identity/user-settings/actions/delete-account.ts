import { findSoleOwnerships, ownershipRoles } from '#identity/organizations/index.ts'
import { revokeSessionsOf } from '#identity/sessions/index.ts'
import { deleteUser, lockAdministrators, lockUser } from '#identity/users/index.ts'
import { hasOtherAdministrator, isAdministrator, type User } from '#identity/users/model.ts'
import { toFullUserWire } from '#identity/users/wire.ts'
import { redeemToken } from '#identity/verification/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { eraseFromAuditLog } from '#platform/audit/erasure.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller, UserCaller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { accountDeletionRefusals } from '../refusals.ts'

/** The user who deletes their own account. */
export interface DeleteAccountInput {
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
}

/**
 * Deletes the account of the caller with all of its sessions, sign-in methods and memberships. Their actions stay in the audit log
 * under their id, without personal data. Refuses the only owner of an organization, which would have no owner left, and the last administrator of the
 * platform.
 */
export async function deleteAccount(tx: Tx, platform: Platform, input: DeleteAccountInput): Promise<void> {
  const { caller, now } = input
  const { user } = caller
  if (isAdministrator(user.role)) {
    refuseWhen(!hasOtherAdministrator(await lockAdministrators(tx), user.id, now), accountDeletionRefusals.lastAdministrator)
  }
  await lockUser(tx, user.id)
  refuseWhen(
    (await findSoleOwnerships(tx, user.id, ownershipRoles(platform.settings.ORGANIZATION_CREATOR_ROLE))).length > 0,
    accountDeletionRefusals.onlyOwner,
  )
  await eraseUser(tx, platform, { ...input, user })
}

/** The user to erase, and the caller. */
export interface EraseUserInput extends Omit<DeleteAccountInput, 'caller'> {
  readonly user: User
  readonly caller: Caller
}

/** Deletes a user with all of their sessions, sign-in methods and memberships. The calling action decides whether that is allowed. */
export async function eraseUser(tx: Tx, platform: Platform, { user, caller, request, now }: EraseUserInput): Promise<void> {
  await revokeSessionsOf(tx, platform, { userId: user.id, now })
  await platform.audit.append(tx, { action: 'user.deleted', organizationId: null, userId: user.id, caller, request, now })
  await eraseFromAuditLog(tx, { userId: user.id, verifiedEmail: user.emailVerified ? user.email : null })
  await emit(tx, platform, { name: 'user.deleted', organizationId: null, resourceId: user.id, payload: toFullUserWire(user), now })
  await deleteUser(tx, user.id)
}

/** Deletes the account by the token of a mailed link, which works once and only for its own user. */
export async function deleteAccountByToken(
  tx: Tx,
  platform: Platform,
  input: DeleteAccountInput & { readonly token: string },
): Promise<void> {
  const { token: value, caller, now } = input
  const issued =
    (await redeemToken(tx, platform.secrets, { purpose: 'delete-user', value, now })) ?? refuse(accountDeletionRefusals.invalidToken)
  // Thrown, so that the token stays valid for its own user when another user opens the link.
  refuseWhen(issued.userId !== caller.user.id, accountDeletionRefusals.invalidToken)
  await deleteAccount(tx, platform, input)
}
