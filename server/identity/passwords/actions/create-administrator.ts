import { savePassword } from '#identity/accounts/index.ts'
import { endSessionsOf } from '#identity/sessions/index.ts'
import { addressOf, createUser, lockUserByEmail, promoteUser } from '#identity/users/index.ts'
import { ADMINISTRATOR } from '#identity/users/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { refusePasswordLength } from '../rules.ts'

/** Who is to administer the platform. */
export interface NewAdministrator {
  readonly email: string
  /** Taken when there is no such person yet; the address stands in for a missing one. */
  readonly name?: string | undefined
  readonly password: string
  readonly now: Date
}

/** Who it became, and whether they were new here. */
export interface Administrator {
  readonly userId: string
  readonly email: string
  readonly isNew: boolean
}

/**
 * Makes a verified administrator, for whoever runs the server. A person who exists already is promoted and gets the
 * password; their sessions end, because what they may do has changed. Refuses what is no address, and passwords too short or too long.
 */
export async function createAdministrator(platform: Platform, wanted: NewAdministrator): Promise<Administrator> {
  const { MIN_PASSWORD_LENGTH: minimum, MAX_PASSWORD_LENGTH: maximum } = platform.settings
  const email = addressOf(wanted.email)
  refusePasswordLength(wanted.password, { minimum, maximum })
  const hash = await platform.passwords.hash(wanted.password)
  return platform.database.transaction((tx) => write(tx, platform, { ...wanted, email, hash }))
}

async function write(tx: Tx, platform: Platform, { email, name, hash, now }: NewAdministrator & { hash: string }): Promise<Administrator> {
  const known = await lockUserByEmail(tx, email)
  if (known) {
    await promoteUser(tx, known.id, now)
    await endSessionsOf(tx, platform, { userId: known.id, now })
  }
  const names = { image: null, username: null, displayUsername: null }
  const fresh = { ...names, name: name ?? email, email, emailVerified: true, role: ADMINISTRATOR, now }
  const { id: userId } = known ?? (await createUser(tx, platform, fresh))
  await savePassword(tx, { userId, hash, now })
  const target = { type: 'user', id: userId }
  await platform.audit.append(tx, {
    action: 'administrator.created',
    organizationId: null,
    userId,
    caller: { kind: 'nobody' },
    target,
    now,
  })
  return { userId, email, isNew: !known }
}
