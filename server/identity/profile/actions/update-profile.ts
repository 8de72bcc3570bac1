import { noteChanged } from '#identity/sessions/index.ts'
import { type ProfileChange, refuseTaken, saveProfile, takenNameOf, usernameOf, userRefusals } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { toFullUserWire } from '#identity/users/wire.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { Settings } from '#platform/config.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { profileRefusals } from '../refusals.ts'
import type { UpdateUser } from '../wire.ts'

/** What a person wants to change of themselves. */
export interface Updating {
  readonly wanted: UpdateUser
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
}

/** Changes name, picture and user name; gives the person as they are then. Refuses an address, and a user name that may not be or is taken. */
export async function updateProfile(tx: Tx, platform: Platform, { wanted, caller, request, now }: Updating): Promise<User> {
  refuseWhen(wanted.email !== undefined, profileRefusals.emailNotHere)
  const change = changeOf(wanted, caller.user, platform.settings)
  // As the published server answers: who has the name is not looked at.
  refuseWhen(change.username !== undefined && change.username === caller.user.username, userRefusals.usernameTaken)
  const user = await saveProfile(tx, caller.user.id, { ...change, now }).catch((error: unknown) => {
    const taken = takenNameOf(error)
    if (taken) refuseTaken(taken)
    throw error
  })
  noteChanged(tx, platform, { userId: user.id })
  await emit(tx, platform, { name: 'user.updated', organizationId: null, resourceId: user.id, payload: toFullUserWire(user), now })
  const details = { changed: Object.keys(change).join(',') }
  await platform.audit.append(tx, { action: 'user.updated', organizationId: null, userId: user.id, caller, details, request, now })
  return user
}

// A user name that comes alone is also the one that is shown, as at sign-up; so it is where that is left empty.
function changeOf(wanted: UpdateUser, user: Pick<User, 'username'>, settings: Settings): ProfileChange {
  const { name, image, username, displayUsername } = wanted
  const bounds = { minimum: settings.MIN_USERNAME_LENGTH, maximum: settings.MAX_USERNAME_LENGTH }
  const shown = displayUsername === '' ? (username ?? user.username ?? undefined) : (displayUsername ?? username)
  return {
    ...(name !== undefined && { name }),
    ...(image !== undefined && { image }),
    ...(username !== undefined && { username: usernameOf(username, bounds) }),
    ...(shown !== undefined && { displayUsername: shown }),
  }
}
