import type { CreatedSession } from '#identity/sessions/index.ts'
import type { User } from '#identity/users/model.ts'
import { type EmailTokenClaims, tokenDigestOf, verifyEmailToken } from '#identity/verification/index.ts'
import type { RefusalEntry } from '#kernel/refusal.ts'
import type { RunTransaction } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller, UserCaller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { findLinkByEmail } from '../reads.ts'
import { linkRefusals } from '../refusals.ts'
import { changeEmailByLink } from './change-email-by-link.ts'
import { verifyEmailByLink } from './verify-email-by-link.ts'

/** The token of a mailed link, and the request that opens it. */
export interface RedeemLinkInput {
  readonly token: string
  readonly callbackURL: string | undefined
  readonly caller: Caller
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: RunTransaction
}

/** A link that belongs to a user and has not expired. */
export interface EmailLink {
  readonly claims: EmailTokenClaims
  readonly user: User
  readonly isUsed: boolean
}

/** Why a link did nothing. */
export interface RefusedLink {
  readonly refusal: RefusalEntry
}

/** Why the link did nothing; otherwise the session that it created, the caller whose cookie is sent again, and the changed user. */
export type RedeemLinkResult = RefusedLink | { readonly created?: CreatedSession; readonly renewed?: UserCaller; readonly changed?: User }

/** Redeems a mailed link: a link that names a new email changes the email, any other link verifies it. */
export async function redeemEmailLink(platform: Platform, input: RedeemLinkInput): Promise<RedeemLinkResult> {
  const link = await readLink(platform, input)
  if ('refusal' in link) return link
  const { caller } = input
  if (link.claims.updateTo !== undefined) {
    const result = await changeEmailByLink(platform, input, link)
    if ('refusal' in result) return result
    const { changed } = result
    return { changed, ...(caller.kind === 'user' && { renewed: { ...caller, user: changed } }) }
  }
  const verified = await verifyEmailByLink(platform, input, link)
  if ('refusal' in verified) return verified
  if (verified.created) return { created: verified.created }
  const isOwn = caller.kind === 'user' && caller.user.id === verified.user?.id
  return isOwn ? { renewed: { ...caller, user: verified.user } } : {}
}

/** Reads a link, or the reason why it is invalid. A link without a row was invalidated by a newer email or by a change. */
async function readLink(platform: Platform, { token, now }: RedeemLinkInput): Promise<EmailLink | RefusedLink> {
  const claims = verifyEmailToken(platform.secrets, token, now)
  if (claims === 'expired') return { refusal: linkRefusals.tokenExpired }
  if (claims === 'invalid') return { refusal: linkRefusals.invalidToken }
  const purpose = claims.updateTo === undefined ? 'verify-email' : 'change-email'
  const digest = tokenDigestOf(platform.secrets, { purpose, value: token })
  const found = await findLinkByEmail(platform.database.db, { email: claims.email, digest, now })
  if (!found) return { refusal: linkRefusals.userNotFound }
  if (found.link === 'unknown') return { refusal: linkRefusals.invalidToken }
  return { claims, user: found.user, isUsed: found.link === 'used' }
}
