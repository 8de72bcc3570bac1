import { savePassword } from '#identity/accounts/index.ts'
import { storeImage } from '#identity/pictures/index.ts'
import { createUser, parseEmail, parseUsername, refuseTakenName, takenNameOf } from '#identity/users/index.ts'
import { ORDINARY_USER, type User } from '#identity/users/model.ts'
import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { RunTransaction } from '#platform/database/database.ts'
import { administrationRefusals } from '../refusals.ts'
import { toRoleText } from '../rules.ts'
import type { CreateUserBody } from '../wire.ts'
import { auditAction } from './audit-action.ts'
import { lockAdministratorsForCaller } from './lock-administrators.ts'

/** The user to create, and a transaction runner: the password is hashed outside any transaction. */
export interface CreateUserInput {
  readonly body: CreateUserBody
  readonly transaction: RunTransaction
}

/**
 * Creates a user for an administrator, with a password of any form: the administrator knows it until the user changes it. Refuses an
 * invalid or taken email, an invalid or taken user name, and unknown roles.
 */
export async function createUserByAdministrator(by: AuditContext, { body, transaction }: CreateUserInput): Promise<User> {
  const { platform, now } = by
  const { email, password, name, role, data } = body
  const { MIN_USERNAME_LENGTH: minimum, MAX_USERNAME_LENGTH: maximum } = platform.settings
  const username = data?.username ?? null
  const fields = {
    email: parseEmail(email),
    name,
    role: role === undefined ? ORDINARY_USER : toRoleText(role),
    image: data?.image ?? null,
    username: username === null ? null : parseUsername(username, { minimum, maximum }),
    displayUsername: data?.displayUsername ?? username,
    emailVerified: data?.emailVerified ?? false,
  }
  const hash = await platform.passwords.hash(password)
  return transaction(async (tx) => {
    await lockAdministratorsForCaller(tx, by, administrationRefusals.mayNotCreate)
    const image = await storeImage(tx, platform, { image: fields.image, now })
    const user = await createUser(tx, platform, { ...fields, image, now })
    await savePassword(tx, { userId: user.id, hash, now })
    await auditAction(tx, by, { action: 'user.created', userId: user.id, details: { role: user.role } })
    return user
  }).catch((error: unknown) => {
    const taken = takenNameOf(error)
    if (taken === 'users_email_key') refuse(administrationRefusals.userAlreadyExists)
    if (taken) refuseTakenName(taken)
    throw error
  })
}
