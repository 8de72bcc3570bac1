import { type CreatedSession, lockSession, revokeSessionsOf, signInUser } from '#identity/sessions/index.ts'
import { banStateOf, hasAdministrator, isBootstrapEmail, lockUserByEmail, markEmailVerified, promoteUser } from '#identity/users/index.ts'
import { ADMINISTRATOR, type User } from '#identity/users/model.ts'
import { claimFirstUse } from '#identity/verification/index.ts'
import type { RefusalEntry } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { networkOf } from '#platform/request/network.ts'
import { findSignUpIpAddress } from '../reads.ts'
import { linkRefusals } from '../refusals.ts'
import { publishUserChange } from './publish-user-change.ts'
import type { EmailLink, RedeemLinkInput } from './redeem-email-link.ts'

/** The effect of the first redemption of a link. */
export interface VerifyEmailResult {
  /** The updated user; absent if the link was redeemed before. */
  readonly user?: User
  /** The session that the link created, if any. */
  readonly created?: CreatedSession
}

/**
 * Verifies an email by a mailed link. The first redemption takes effect; later ones get the same answer and change nothing. It creates
 * a session if AUTO_SIGN_IN_AFTER_VERIFICATION is on and the caller is not signed in as this user, or if the promotion to administrator
 * ended the session of this browser.
 */
export async function verifyEmailByLink(
  platform: Platform,
  input: RedeemLinkInput,
  { user, isUsed }: EmailLink,
): Promise<VerifyEmailResult | RefusalEntry> {
  if (isUsed) return {}
  return input.transaction(async (tx) => {
    const { token, now } = input
    if (!(await claimFirstUse(tx, platform.secrets, { purpose: 'verify-email', value: token, now }))) return {}
    const locked = await lockUserByEmail(tx, user.email)
    if (locked?.id !== user.id) return linkRefusals.invalidToken
    const { caller } = input
    // A session that was revoked meanwhile does not authenticate the caller.
    if (caller.kind === 'user' && caller.user.id === locked.id) await lockSession(tx, caller)
    const verified = await markVerified(tx, platform, { locked, input })
    const created = await startSession(tx, platform, { locked, verified, input })
    return { user: verified, ...(created && { created }) }
  })
}

async function markVerified(tx: Tx, platform: Platform, { locked, input }: { locked: User; input: RedeemLinkInput }): Promise<User> {
  const { caller, request, now } = input
  const { audit } = platform
  const about = { organizationId: null, userId: locked.id, caller, request, now }
  const isFirst = await becomesAdministrator(tx, platform, { locked, input })
  if (locked.emailVerified && !isFirst) return locked
  await audit.append(tx, { ...about, action: 'user.email_verified' })
  if (!isFirst) {
    await markEmailVerified(tx, locked.id, now)
    const verified = { ...locked, emailVerified: true, updatedAt: now }
    await publishUserChange(tx, platform, { user: verified, now })
    return verified
  }
  await promoteUser(tx, locked.id, now)
  // Another person may hold an earlier session: none of them becomes an administrator's.
  await revokeSessionsOf(tx, platform, { userId: locked.id, now })
  await audit.append(tx, { ...about, action: 'user.made_administrator', details: { via: 'BOOTSTRAP_ADMIN_EMAIL' } })
  const promoted = { ...locked, emailVerified: true, role: ADMINISTRATOR, updatedAt: now }
  await publishUserChange(tx, platform, { user: promoted, now })
  return promoted
}

// The user who knows the password and the reader of the mailbox must be the same: a squatter waits until the owner, or a mail
// scanner, opens the link. So the link promotes only in a session of this user, or from the network of the sign-up.
async function becomesAdministrator(tx: Tx, { settings }: Platform, about: { locked: User; input: RedeemLinkInput }): Promise<boolean> {
  const { locked, input } = about
  // In every mode: a user who could become administrator by signing up became it then.
  const bootstrap = { bootstrapEmail: settings.BOOTSTRAP_ADMIN_EMAIL, isProduction: false }
  if (!isBootstrapEmail(locked.email, bootstrap) || (await hasAdministrator(tx))) return false
  if (isOwnOf(input, locked)) return true
  const signedUpFrom = await findSignUpIpAddress(tx, locked.id)
  return signedUpFrom !== null && networkOf(signedUpFrom) === networkOf(input.request.ipAddress)
}

function isOwnOf({ caller }: RedeemLinkInput, user: User): boolean {
  return caller.kind === 'user' && caller.user.id === user.id && caller.session.impersonatedBy === null
}

async function startSession(
  tx: Tx,
  platform: Platform,
  about: { locked: User; verified: User; input: RedeemLinkInput },
): Promise<CreatedSession | undefined> {
  const { locked, verified: user, input } = about
  const { caller, request, now } = input
  const own = caller.kind === 'user' && caller.user.id === user.id ? caller : undefined
  const isPromoted = user.role !== locked.role
  // The promotion has just ended the session of this browser, so it gets a new one. A bearer client cannot be given another token here.
  const isAllowed = own
    ? isPromoted && own.via === 'cookie' && own.session.impersonatedBy === null
    : platform.settings.AUTO_SIGN_IN_AFTER_VERIFICATION
  // A banned user may verify an email; sign-in reports the ban.
  if (!isAllowed || banStateOf(user, now) === 'active') return undefined
  const isRemembered = own?.session.isRemembered ?? true
  return signInUser(tx, platform, { user, method: 'verification', browser: 'first', isRemembered, request, caller, now })
}
