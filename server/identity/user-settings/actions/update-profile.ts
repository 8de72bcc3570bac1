import { storeImage } from '#identity/pictures/index.ts'
import { applyUserChange, sessionRefusals } from '#identity/sessions/index.ts'
import { findAndLockUser, parseUsername, refuseTakenName, takenNameOf, userRefusals } from '#identity/users/index.ts'
import { changeProfile, type ProfileChange, type User } from '#identity/users/model.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Settings } from '#platform/config.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { profileRefusals } from '../refusals.ts'
import type { UpdateUserBody } from '../wire.ts'

/** The changes, and the signed-in user. */
export interface UpdateProfileInput {
  readonly changes: UpdateUserBody
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
}

/** Updates name, picture, user name and language, and returns the updated user. Refuses an email, and an invalid or taken user name. */
export async function updateProfile(tx: Tx, platform: Platform, { changes, caller, request, now }: UpdateProfileInput): Promise<User> {
  refuseWhen(changes.email !== undefined, profileRefusals.emailNotUpdatable)
  const before = (await findAndLockUser(tx, caller.user.id)) ?? refuse(sessionRefusals.notOwn)
  const change = toProfileChange(changes, before, platform.settings)
  // As the published server answers: the user's own name counts as taken.
  refuseWhen(change.username !== undefined && change.username === before.username, userRefusals.usernameTaken)
  const image = await storeImage(tx, platform, { image: change.image, now })
  const outcome = changeProfile(before, { ...change, ...(image !== undefined && { image }) }, now)
  if (outcome.next === before) return before
  const user = await applyUserChange(tx, platform, { user: before, outcome, now }).catch((error: unknown) => {
    const taken = takenNameOf(error)
    if (taken) refuseTakenName(taken)
    throw error
  })
  const details = { changed: Object.keys(change).join(',') }
  await platform.audit.append(tx, { action: 'user.updated', organizationId: null, userId: user.id, caller, details, request, now })
  return user
}

// Without a display user name, or with an empty one, the user name is displayed, as at sign-up.
function toProfileChange(changes: UpdateUserBody, user: Pick<User, 'username'>, settings: Settings): ProfileChange {
  const { name, image, username, displayUsername, language } = changes
  const bounds = { minimum: settings.MIN_USERNAME_LENGTH, maximum: settings.MAX_USERNAME_LENGTH }
  const displayed = displayUsername === '' ? (username ?? user.username ?? undefined) : (displayUsername ?? username)
  return {
    ...(name !== undefined && { name }),
    ...(image !== undefined && { image }),
    ...(username !== undefined && { username: parseUsername(username, bounds) }),
    ...(displayed !== undefined && { displayUsername: displayed }),
    ...(language !== undefined && { language }),
  }
}
