import { replacePassword } from '#identity/accounts/index.ts'
import { forgetDevices } from '#identity/devices/index.ts'
import { tellNewPassword } from '#identity/passwords/index.ts'
import { endSessionsOf } from '#identity/sessions/index.ts'
import { findAndLockUser } from '#identity/users/index.ts'
import { voidValuesOf } from '#identity/verification/index.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { administrationRefusals } from '../refusals.ts'
import { holdAdministrators } from './hold-administrators.ts'
import { noteAct } from './note-act.ts'

/** Whose password becomes what; hashed outside the transaction. */
export interface SettingPassword {
  readonly userId: string
  readonly newPassword: string
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Gives somebody who has a password another one, whatever its length. Their mailed links die, their sessions end (but that of an
 * administrator who does it to themselves), and they are told by mail. Where there is no password, or nobody, nothing happens.
 */
export async function setUserPassword(by: AuditContext, { userId: given, newPassword, transaction }: SettingPassword): Promise<void> {
  const { platform, caller, now } = by
  const hash = await platform.passwords.hash(newPassword)
  await transaction(async (tx) => {
    await holdAdministrators(tx, by, administrationRefusals.mayNotSetPassword)
    const user = await findAndLockUser(tx, given)
    if (!user) return
    const { id: userId } = user
    if (!(await replacePassword(tx, { userId, hash, now }))) return
    await voidValuesOf(tx, userId)
    await forgetDevices(tx, userId)
    const ended = await endSessionsOf(tx, platform, { userId, now, except: caller.kind === 'user' ? caller.session.id : undefined })
    await tellNewPassword(tx, platform, { user, how: 'set', now })
    await noteAct(tx, by, { action: 'user.password_given', userId, details: { sessions_ended: ended > 0 } })
  })
}
