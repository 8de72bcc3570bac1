import { findSoleOwnerships, keeping } from '#identity/organizations/index.ts'
import { endSessionsOf } from '#identity/sessions/index.ts'
import { deleteUser, isAdministrator, leavesAdministrator, lockAdministrators, lockUser } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { toFullUserWire } from '#identity/users/wire.ts'
import { consume } from '#identity/verification/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Caller, UserCaller } from '#platform/http/caller.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { leavingRefusals } from '../refusals.ts'

/** Who leaves. */
export interface Leaving {
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
}

/**
 * Deletes the account of whoever is signed in, with all of its sessions, ways in and memberships; what was done by them stays in
 * the records under their id. Refuses the only owner of an organization, which would have nobody left, and the platform's last
 * administrator.
 */
export async function deleteAccount(tx: Tx, platform: Platform, leaving: Leaving): Promise<void> {
  const { caller, now } = leaving
  const { user } = caller
  if (isAdministrator(user.role)) {
    refuseWhen(!leavesAdministrator(await lockAdministrators(tx), user.id, now), leavingRefusals.lastAdministrator)
  }
  await lockUser(tx, user.id)
  refuseWhen(
    (await findSoleOwnerships(tx, user.id, keeping(platform.settings.ORGANIZATION_CREATOR_ROLE))).length > 0,
    leavingRefusals.onlyOwner,
  )
  await erasePerson(tx, platform, { ...leaving, user })
}

/** Whose account goes, and who does it. */
export interface Erasing extends Omit<Leaving, 'caller'> {
  readonly user: User
  readonly caller: Caller
}

/** Deletes an account with all of its sessions, ways in and memberships. Whether it may go is the caller's matter. */
export async function erasePerson(tx: Tx, platform: Platform, { user, caller, request, now }: Erasing): Promise<void> {
  await endSessionsOf(tx, platform, { userId: user.id, now })
  await platform.audit.append(tx, { action: 'user.deleted', organizationId: null, userId: user.id, caller, request, now })
  await emit(tx, platform, { name: 'user.deleted', organizationId: null, resourceId: user.id, payload: toFullUserWire(user), now })
  await deleteUser(tx, user.id)
}

/** The same by the token of a mailed link, which works once and for its own person only. */
export async function deleteAccountByToken(tx: Tx, platform: Platform, leaving: Leaving & { readonly token: string }): Promise<void> {
  const { token: value, caller, now } = leaving
  const issued = (await consume(tx, platform.secrets, { purpose: 'delete-user', value, now })) ?? refuse(leavingRefusals.invalidToken)
  // Thrown, so that a link that somebody else opens stays good for its own person.
  refuseWhen(issued.userId !== caller.user.id, leavingRefusals.invalidToken)
  await deleteAccount(tx, platform, leaving)
}
