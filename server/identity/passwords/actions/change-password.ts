import { replaceHash } from '#identity/accounts/index.ts'
import { forgetDevices } from '#identity/devices/index.ts'
import { endSessionsOf, holdSession, noteChanged } from '#identity/sessions/index.ts'
import { type Begun, beginSession } from '#identity/sign-in/index.ts'
import type { User } from '#identity/users/model.ts'
import { voidValuesOf } from '#identity/verification/index.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { passwordRefusals } from '../refusals.ts'
import { refuseBorrowed } from '../rules.ts'
import { type ProvenPassword, provePassword } from './prove-password.ts'
import { refuseNewPassword } from './refuse-new-password.ts'
import { tellNewPassword } from './tell-new-password.ts'

/** A password that takes the place of the present one. */
export interface ChangingPassword {
  readonly currentPassword: string
  readonly newPassword: string
  readonly endsOthers: boolean
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/** The person, and the session that took the place of all others where those were to end. */
export interface ChangedPassword {
  readonly user: User
  readonly begun: Begun | null
}

/**
 * Changes a password for whoever knows the present one. Guesses of it share the counts of signing in by address. Every mailed link dies; all
 * sessions end where that is wished, and a new one begins. Hashes are computed outside any transaction.
 */
export async function changePassword(platform: Platform, changing: ChangingPassword): Promise<ChangedPassword> {
  const { caller, request, now } = changing
  const { settings } = platform
  refuseBorrowed(caller)
  await refuseNewPassword(changing.newPassword, settings)
  const { currentPassword: password } = changing
  const proven = await provePassword(platform, { password, caller, request, now, failure: 'user.password_change_failed' })
  const hash = await platform.passwords.hash(changing.newPassword)
  return changing.transaction((tx) => write(tx, platform, { proven, hash, changing }))
}

interface Writing {
  readonly proven: ProvenPassword
  readonly hash: string
  readonly changing: ChangingPassword
}

async function write(tx: Tx, platform: Platform, { proven, hash, changing }: Writing): Promise<ChangedPassword> {
  const { user, hash: outdated, guessed } = proven
  const { caller, request, now, endsOthers } = changing
  await holdSession(tx, caller)
  // Another change came first: the password that was proven is not the present one any more.
  refuseWhen(!(await replaceHash(tx, outdated, { userId: user.id, hash, now })), passwordRefusals.invalidPassword)
  await platform.limits.forgetStored(tx, ...guessed)
  await voidValuesOf(tx, user.id)
  await tellNewPassword(tx, platform, { user, how: 'changed', now })
  const about = { organizationId: null, userId: user.id, caller, request, now }
  await platform.audit.append(tx, { ...about, action: 'user.password_changed', details: { sessions_ended: endsOthers } })
  if (!endsOthers) return { user, begun: null }
  await endSessionsOf(tx, platform, { userId: user.id, now })
  await forgetDevices(tx, user.id)
  noteChanged(tx, platform, { userId: user.id })
  const { isRemembered } = caller.session
  const begun = await beginSession(tx, platform, { user, method: 'password', browser: 'first', isRemembered, request, caller, now })
  return { user, begun }
}
