import { endSessionsOf, holdSession } from '#identity/sessions/index.ts'
import { type Begun, beginSession } from '#identity/sign-in/index.ts'
import { banOf, hasAdministrator, isBootstrapAddress, lockUserByEmail, promoteUser, proveAddress } from '#identity/users/index.ts'
import { ADMINISTRATOR, type User } from '#identity/users/model.ts'
import { useFirst } from '#identity/verification/index.ts'
import type { RefusalEntry } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { networkOf } from '#platform/http/guard/address.ts'
import type { Platform } from '#platform/platform.ts'
import { findSignUpAddress } from '../reads.ts'
import { linkRefusals } from '../refusals.ts'
import type { LivingLink, OpeningLink } from './open-link.ts'
import { tellChanged } from './tell-changed.ts'

/** What the first opening of a link came to. */
export interface Proven {
  /** The person as they are now; nothing where the link had been opened before. */
  readonly user?: User
  /** The session that it began, where it did. */
  readonly begun?: Begun
}

/**
 * Opens a link that proves an address: the first of many openings does, and signs in where that is wished and nobody is signed in
 * as this person, or where becoming an administrator has ended the session of this browser; each other answers the same and changes nothing.
 */
export async function proveByLink(platform: Platform, opening: OpeningLink, { user, isUsed }: LivingLink): Promise<Proven | RefusalEntry> {
  if (isUsed) return {}
  return opening.transaction(async (tx) => {
    const { token, now } = opening
    if (!(await useFirst(tx, platform.secrets, { purpose: 'verify-email', value: token, now }))) return {}
    const held = await lockUserByEmail(tx, user.email)
    if (held?.id !== user.id) return linkRefusals.invalidToken
    const { caller } = opening
    // One that was ended meanwhile proves nothing about whoever opens the link.
    if (caller.kind === 'user' && caller.user.id === held.id) await holdSession(tx, caller)
    const proven = await prove(tx, platform, { held, opening })
    const begun = await begin(tx, platform, { held, proven, opening })
    return { user: proven, ...(begun && { begun }) }
  })
}

async function prove(tx: Tx, platform: Platform, { held, opening }: { held: User; opening: OpeningLink }): Promise<User> {
  const { caller, request, now } = opening
  const { audit } = platform
  const about = { organizationId: null, userId: held.id, caller, request, now }
  const isFirst = await becomesAdministrator(tx, platform, { held, opening })
  if (held.emailVerified && !isFirst) return held
  await audit.append(tx, { ...about, action: 'user.email_verified' })
  if (!isFirst) {
    await proveAddress(tx, held.id, now)
    const proven = { ...held, emailVerified: true, updatedAt: now }
    await tellChanged(tx, platform, { user: proven, now })
    return proven
  }
  await promoteUser(tx, held.id, now)
  // A session from before may be in other hands: none of them becomes an administrator's.
  await endSessionsOf(tx, platform, { userId: held.id, now })
  await audit.append(tx, { ...about, action: 'user.made_administrator', details: { via: 'BOOTSTRAP_ADMIN_EMAIL' } })
  const promoted = { ...held, emailVerified: true, role: ADMINISTRATOR, updatedAt: now }
  await tellChanged(tx, platform, { user: promoted, now })
  return promoted
}

// Whoever knows the password and whoever reads the mail must be one: a squatter waits for the owner, or for a program that looks
// at their mail, to open the link. So it counts in a session of this person, or from where they signed up.
async function becomesAdministrator(tx: Tx, { settings }: Platform, about: { held: User; opening: OpeningLink }): Promise<boolean> {
  const { held, opening } = about
  // Whatever the mode: whoever could become it by signing up became it then.
  const bootstrap = { address: settings.BOOTSTRAP_ADMIN_EMAIL, isProduction: false }
  if (!isBootstrapAddress(held.email, bootstrap) || (await hasAdministrator(tx))) return false
  if (isOwnOf(opening, held)) return true
  const signedUpFrom = await findSignUpAddress(tx, held.id)
  return signedUpFrom !== null && networkOf(signedUpFrom) === networkOf(opening.request.address)
}

function isOwnOf({ caller }: OpeningLink, user: User): boolean {
  return caller.kind === 'user' && caller.user.id === user.id && caller.session.impersonatedBy === null
}

async function begin(tx: Tx, platform: Platform, about: { held: User; proven: User; opening: OpeningLink }): Promise<Begun | undefined> {
  const { held, proven: user, opening } = about
  const { caller, request, now } = opening
  const own = caller.kind === 'user' && caller.user.id === user.id ? caller : undefined
  const isPromoted = user.role !== held.role
  // The browser whose session has just ended by becoming an administrator gets another in its place; a bearer could not be told of it.
  const isWished = own
    ? isPromoted && own.via === 'cookie' && own.session.impersonatedBy === null
    : platform.settings.AUTO_SIGN_IN_AFTER_VERIFICATION
  // A ban keeps nobody from proving an address; it is told where they sign in.
  if (!isWished || banOf(user, now) === 'holds') return undefined
  const isRemembered = own?.session.isRemembered ?? true
  return beginSession(tx, platform, { user, method: 'verification', browser: 'first', isRemembered, request, caller, now })
}
