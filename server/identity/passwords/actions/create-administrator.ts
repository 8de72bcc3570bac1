import { savePassword } from '#identity/accounts/index.ts'
import { applyUserChange, revokeSessionsOf } from '#identity/sessions/index.ts'
import { createUser, lockUserByEmail, parseEmail, refuseTakenName, takenNameOf } from '#identity/users/index.ts'
import { ADMINISTRATOR, promote, type User } from '#identity/users/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { refuseNewPassword } from './refuse-new-password.ts'

/** The user to make an administrator of the platform. */
export interface CreateAdministratorInput {
  readonly email: string
  /** The name of a new user. */
  readonly name: string
  /** The password of a new user; null to find out whether one is needed. */
  readonly password: string | null
  readonly now: Date
}

/** The administrator, and whether the user is new. */
export interface CreateAdministratorResult {
  readonly userId: string
  readonly email: string
  readonly isNew: boolean
}

/**
 * Creates a verified administrator, for the operator of the server. An existing user is promoted, keeps the password and loses all
 * sessions, because the permissions have changed. A new user needs a password: without one the function returns `password-needed`
 * and does nothing. Refuses an invalid email, and a password that is too short, too long or too common.
 */
export async function createAdministrator(
  platform: Platform,
  input: CreateAdministratorInput,
): Promise<CreateAdministratorResult | 'password-needed'> {
  const { settings, database, passwords } = platform
  const { password, now } = input
  const email = parseEmail(input.email)
  const promoted = await database.transaction((tx) => promoteByEmail(tx, platform, { email, now }))
  if (promoted) return { userId: promoted.id, email, isNew: false }
  if (password === null) return 'password-needed'
  await refuseNewPassword(password, settings)
  const hash = await passwords.hash(password)
  const created = await database
    .transaction((tx) => create(tx, platform, { email, name: input.name, hash, now }))
    .catch((error: unknown) => {
      const taken = takenNameOf(error)
      if (taken) refuseTakenName(taken)
      throw error
    })
  return { userId: created.id, email, isNew: true }
}

interface PromoteInput {
  readonly email: string
  readonly now: Date
}

async function promoteByEmail(tx: Tx, platform: Platform, { email, now }: PromoteInput): Promise<User | undefined> {
  const user = await lockUserByEmail(tx, email)
  if (!user) return undefined
  await applyUserChange(tx, platform, { user, outcome: promote(user, now), now })
  await revokeSessionsOf(tx, platform, { userId: user.id, now })
  await appendAudit(tx, platform, { action: 'user.made_administrator', userId: user.id, now })
  return user
}

async function create(tx: Tx, platform: Platform, input: PromoteInput & { name: string; hash: string }): Promise<User> {
  const { email, name, hash, now } = input
  const rest = { emailVerified: true, role: ADMINISTRATOR, image: null, username: null, displayUsername: null }
  const user = await createUser(tx, platform, { email, name, ...rest, now })
  await savePassword(tx, { userId: user.id, hash, now })
  await appendAudit(tx, platform, { action: 'user.created_as_administrator', userId: user.id, now })
  return user
}

async function appendAudit(tx: Tx, { audit }: Platform, entry: { action: string; userId: string; now: Date }): Promise<void> {
  const details = { via: 'command line' }
  await audit.append(tx, { ...entry, organizationId: null, caller: { kind: 'anonymous' }, details })
}
