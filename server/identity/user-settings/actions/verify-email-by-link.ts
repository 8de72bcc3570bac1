import { applyUserChange, type CreatedSession, lockSession, revokeSessionsOf, signInUser } from '#identity/sessions/index.ts'
import { hasAdministrator, isBootstrapEmail, lockUserByEmail, saveUnattended } from '#identity/users/index.ts'
import { banStateOf, promote, type User, verifyEmail } from '#identity/users/model.ts'
import { claimFirstUse } from '#identity/verification/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { networkOf } from '#platform/request/network.ts'
import { isForwardedByUntrusted } from '#platform/request/untrusted-proxy.ts'
import { findSignUpIpAddress } from '../reads.ts'
import { linkRefusals } from '../refusals.ts'
import { mayPromote, startsSession } from '../rules.ts'
import type { EmailLink, RedeemLinkInput, RefusedLink } from './redeem-email-link.ts'

/** The effect of the first redemption of a link. */
export interface VerifyEmailResult {
  /** The updated user; absent if the link was redeemed before. */
  readonly user?: User
  /** The session that the link created, if any. */
  readonly created?: CreatedSession
}

/**
 * Verifies an email by a mailed link. The first redemption takes effect; later ones get the same answer and change nothing, but that one
 * of the user's own session shows who reads the mail. It creates
 * a session if AUTO_SIGN_IN_AFTER_VERIFICATION is on and the caller is not signed in as this user, or if the promotion to administrator
 * ended the session of this browser.
 */
export async function verifyEmailByLink(
  platform: Platform,
  input: RedeemLinkInput,
  { user, isUsed }: EmailLink,
): Promise<VerifyEmailResult | RefusedLink> {
  if (isUsed && !isOwnOf(input, user)) return {}
  return input.transaction(async (tx): Promise<VerifyEmailResult | RefusedLink> => {
    const { token, now } = input
    const isFirstUse = await claimFirstUse(tx, platform.secrets, { purpose: 'verify-email', value: token, now })
    if (!isFirstUse && !isOwnOf(input, user)) return {}
    const locked = await lockUserByEmail(tx, user.email)
    if (locked?.id !== user.id) return { refusal: linkRefusals.invalidToken }
    const { caller } = input
    // A session that was revoked meanwhile does not authenticate the caller.
    if (caller.kind === 'user' && caller.user.id === locked.id) await lockSession(tx, caller)
    if (!isFirstUse) {
      // A scanner was first: now who reads the mail has the session, too.
      await saveUnattended(tx, locked.id, false)
      return {}
    }
    const verified = await markVerified(tx, platform, { locked, input })
    const created = await startSession(tx, platform, { locked, verified, input })
    return { user: verified, ...(created && { created }) }
  })
}

async function markVerified(tx: Tx, platform: Platform, { locked, input }: { locked: User; input: RedeemLinkInput }): Promise<User> {
  const { caller, request, now } = input
  const isFirst = await becomesAdministrator(tx, platform, { locked, input })
  const outcome = isFirst ? promote(locked, now) : verifyEmail(locked, now)
  if (outcome.events.length === 0) return locked
  // Another person may hold an earlier session: none of them becomes an administrator's.
  if (isFirst) await revokeSessionsOf(tx, platform, { userId: locked.id, now })
  const entry = { organizationId: null, userId: locked.id, caller, request, now }
  await platform.audit.append(tx, { ...entry, action: 'user.email_verified' })
  if (isFirst) await platform.audit.append(tx, { ...entry, action: 'user.made_administrator', details: { via: 'BOOTSTRAP_ADMIN_EMAIL' } })
  // A scanner of mails has no session: what it verifies says nothing about who signed up.
  await saveUnattended(tx, locked.id, !isOwnOf(input, locked))
  return applyUserChange(tx, platform, { user: locked, outcome, now })
}

async function becomesAdministrator(tx: Tx, { settings }: Platform, about: { locked: User; input: RedeemLinkInput }): Promise<boolean> {
  const { locked, input } = about
  // In every mode: a user who could become administrator by signing up became it then.
  const bootstrap = { bootstrapEmail: settings.BOOTSTRAP_ADMIN_EMAIL, isProduction: false }
  if (!isBootstrapEmail(locked.email, bootstrap) || (await hasAdministrator(tx))) return false
  const isOwnSession = isOwnOf(input, locked)
  // Behind a proxy that no setting names, every browser seems to be in the network of the sign-up.
  const isOneNetwork = isForwardedByUntrusted(settings, input.request.headers['x-forwarded-for'])
  const signedUpFrom = isOwnSession || isOneNetwork ? null : await findSignUpIpAddress(tx, locked.id)
  return mayPromote({
    isOwnSession,
    network: networkOf(input.request.ipAddress),
    signUpNetwork: signedUpFrom === null ? null : networkOf(signedUpFrom),
  })
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
  const isAllowed = startsSession({
    own,
    isPromoted: user.role !== locked.role,
    isAutomatic: platform.settings.AUTO_SIGN_IN_AFTER_VERIFICATION,
    isBanned: banStateOf(user, now) === 'active',
  })
  if (!isAllowed) return undefined
  const isRemembered = own?.session.isRemembered ?? true
  return signInUser(tx, platform, { user, method: 'verification', browser: 'first', isRemembered, request, caller, now })
}
