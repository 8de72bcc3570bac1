import { savePassword } from '#identity/accounts/index.ts'
import { addressOf, createUser, refuseTaken, takenNameOf, usernameOf } from '#identity/users/index.ts'
import { ORDINARY, type User } from '#identity/users/model.ts'
import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { administrationRefusals } from '../refusals.ts'
import { roleTextOf } from '../rules.ts'
import type { CreateUser } from '../wire.ts'
import { holdAdministrators } from './hold-administrators.ts'
import { noteAct } from './note-act.ts'

/** Who is to be made, and the way to a transaction: the password is hashed outside any. */
export interface Creating {
  readonly wanted: CreateUser
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Makes a person for an administrator, with whatever password they choose: it is no secret of the person's until they change it.
 * Refuses what is no address, and addresses, user names and roles that cannot be had.
 */
export async function createUserByAdministrator(by: AuditContext, { wanted, transaction }: Creating): Promise<User> {
  const { platform, now } = by
  const { email, password, name, role, data } = wanted
  const { MIN_USERNAME_LENGTH: minimum, MAX_USERNAME_LENGTH: maximum } = platform.settings
  const username = data?.username ?? null
  const person = {
    email: addressOf(email),
    name,
    role: role === undefined ? ORDINARY : roleTextOf(role),
    image: data?.image ?? null,
    username: username === null ? null : usernameOf(username, { minimum, maximum }),
    displayUsername: data?.displayUsername ?? username,
    emailVerified: data?.emailVerified ?? false,
  }
  const hash = await platform.passwords.hash(password)
  return transaction(async (tx) => {
    await holdAdministrators(tx, by, administrationRefusals.mayNotCreate)
    const user = await createUser(tx, platform, { ...person, now })
    await savePassword(tx, { userId: user.id, hash, now })
    await noteAct(tx, by, { action: 'user.created', userId: user.id, details: { role: user.role } })
    return user
  }).catch((error: unknown) => {
    const taken = takenNameOf(error)
    if (taken === 'users_email_key') refuse(administrationRefusals.userAlreadyExists)
    if (taken) refuseTaken(taken)
    throw error
  })
}
