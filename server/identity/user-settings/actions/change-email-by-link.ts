import { countRecipient } from '#identity/mail/index.ts'
import { applyUserChange } from '#identity/sessions/index.ts'
import { lockUserByEmail, takenNameOf } from '#identity/users/index.ts'
import { changeEmail, type User } from '#identity/users/model.ts'
import { invalidateTokensOf, queueVerificationEmail, redeemToken } from '#identity/verification/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { linkRefusals } from '../refusals.ts'
import type { EmailLink, RedeemLinkInput, RefusedLink } from './redeem-email-link.ts'

/** The user with the changed email. */
interface ChangedEmail {
  readonly changed: User
}

type Change = { readonly input: RedeemLinkInput; readonly user: User; readonly to: string }

/**
 * Redeems the link by which the owner of a verified email confirms its change. It needs a session of that user. The email changes
 * once, is unverified, and is sent a verification email. Returns the changed user.
 */
export async function changeEmailByLink(
  platform: Platform,
  input: RedeemLinkInput,
  { claims, user }: EmailLink,
): Promise<ChangedEmail | RefusedLink> {
  const { caller } = input
  const isOwn = caller.kind === 'user' && caller.user.id === user.id && caller.session.impersonatedBy === null
  if (!isOwn) return { refusal: linkRefusals.unauthorized }
  const change = { input, user, to: claims.updateTo ?? '' }
  return input
    .transaction((tx) => write(tx, platform, change))
    .catch((error: unknown) => {
      // Another user has taken the email since the link was sent.
      if (takenNameOf(error)) return { refusal: linkRefusals.invalidToken }
      throw error
    })
}

async function write(tx: Tx, platform: Platform, { input, user, to }: Change): Promise<ChangedEmail | RefusedLink> {
  const { token, callbackURL, caller, request, now } = input
  const tokenQuery = { purpose: 'change-email', value: token, now } as const
  // The user is locked first, as wherever both are written.
  const locked = await lockUserByEmail(tx, user.email)
  if (!(await redeemToken(tx, platform.secrets, tokenQuery)) || locked?.id !== user.id) return { refusal: linkRefusals.invalidToken }
  const changed = await applyUserChange(tx, platform, { user: locked, outcome: changeEmail(locked, to, now), now })
  await invalidateTokensOf(tx, user.id)
  // The new email requested nothing: without this limit the owner of an account could mail it as often as they like.
  if ((await countRecipient(tx, platform, { to, purpose: 'verification', share: 'user', now })) === 0)
    await queueVerificationEmail(tx, platform, { user: changed, callbackURL, isChange: true, request, now })
  const details = { from: user.email, to }
  const entry = { action: 'user.email_changed', organizationId: null, userId: user.id, caller, details, request, now }
  await platform.audit.append(tx, entry)
  return { changed }
}
