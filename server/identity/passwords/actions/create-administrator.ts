import { savePassword } from '#identity/accounts/index.ts'
import { endSessionsOf } from '#identity/sessions/index.ts'
import { addressOf, createUser, lockUserByEmail, promoteUser, refuseTaken, takenNameOf } from '#identity/users/index.ts'
import { ADMINISTRATOR, type User } from '#identity/users/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { refuseNewPassword } from './refuse-new-password.ts'

/** Who is to administer the platform. */
export interface NewAdministrator {
  readonly email: string
  /** The name of somebody new. */
  readonly name: string
  /** The password of somebody new; null to be told whether one is needed. */
  readonly password: string | null
  readonly now: Date
}

/** Who it became, and whether they were new here. */
export interface Administrator {
  readonly userId: string
  readonly email: string
  readonly isNew: boolean
}

/**
 * Makes a verified administrator, for whoever runs the server. Somebody who exists is promoted and keeps their password; their
 * sessions end, because what they may do has changed. Somebody new needs a password: without one `password-needed` is answered
 * and nothing is done. Refuses what is no address, and passwords too short, too long or too well known.
 */
export async function createAdministrator(platform: Platform, wanted: NewAdministrator): Promise<Administrator | 'password-needed'> {
  const { settings, database, passwords } = platform
  const { password, now } = wanted
  const email = addressOf(wanted.email)
  const known = await database.transaction((tx) => promote(tx, platform, { email, now }))
  if (known) return { userId: known.id, email, isNew: false }
  if (password === null) return 'password-needed'
  await refuseNewPassword(password, settings)
  const hash = await passwords.hash(password)
  const made = await database
    .transaction((tx) => create(tx, platform, { email, name: wanted.name, hash, now }))
    .catch((error: unknown) => {
      const taken = takenNameOf(error)
      if (taken) refuseTaken(taken)
      throw error
    })
  return { userId: made.id, email, isNew: true }
}

interface Promotion {
  readonly email: string
  readonly now: Date
}

async function promote(tx: Tx, platform: Platform, { email, now }: Promotion): Promise<User | undefined> {
  const known = await lockUserByEmail(tx, email)
  if (!known) return undefined
  await promoteUser(tx, known.id, now)
  await endSessionsOf(tx, platform, { userId: known.id, now })
  await note(tx, platform, { action: 'user.made_administrator', userId: known.id, now })
  return known
}

async function create(tx: Tx, platform: Platform, wanted: Promotion & { name: string; hash: string }): Promise<User> {
  const { email, name, hash, now } = wanted
  const rest = { emailVerified: true, role: ADMINISTRATOR, image: null, username: null, displayUsername: null }
  const user = await createUser(tx, platform, { email, name, ...rest, now })
  await savePassword(tx, { userId: user.id, hash, now })
  await note(tx, platform, { action: 'user.created_as_administrator', userId: user.id, now })
  return user
}

async function note(tx: Tx, { audit }: Platform, about: { action: string; userId: string; now: Date }): Promise<void> {
  const details = { via: 'command line' }
  await audit.append(tx, { ...about, organizationId: null, caller: { kind: 'anonymous' }, details })
}
