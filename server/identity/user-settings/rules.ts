import type { LimitRule } from '#platform/limits/limits.ts'
import type { UserCaller } from '#platform/request/caller.ts'

/** The limits on send-verification-email disclosing whether a user has an email: to one network, and for one email. */
export const verificationLimits = {
  network: { name: 'verification-answers:network', max: 10, windowSeconds: 3600 },
  account: { name: 'verification-answers:account', max: 10, windowSeconds: 3600 },
} as const satisfies Readonly<Record<string, LimitRule>>

/** The limits on change-email disclosing to one network that an email is in use, and on requests of a change by one account. */
export const changeLimits = {
  network: { name: 'change-email-tells:network', max: 10, windowSeconds: 3600 },
  account: { name: 'change-email:account', max: 10, windowSeconds: 3600 },
} as const satisfies Readonly<Record<string, LimitRule>>

/** The opener of the link that verifies the email of the first administrator, while there is none. */
export interface PromotionLink {
  /** Whether the request has a session of this user that no administrator impersonates. */
  readonly isOwnSession: boolean
  readonly network: string
  /** The network of the sign-up; null if it is not recorded. */
  readonly signUpNetwork: string | null
}

/**
 * Whether the link promotes. The user who knows the password and the reader of the mailbox must be the same: a squatter waits until the
 * owner, or a mail scanner, opens the link. So the link promotes only in a session of this user, or from the network of the sign-up.
 */
export function mayPromote({ isOwnSession, network, signUpNetwork }: PromotionLink): boolean {
  return isOwnSession || signUpNetwork === network
}

/** The user who has just verified an email by a link. */
export interface VerifiedUser {
  /** The caller, if signed in as this user. */
  readonly own: Pick<UserCaller, 'via' | 'session'> | undefined
  readonly isPromoted: boolean
  /** Whether the settings sign in after a verification. */
  readonly isAutomatic: boolean
  readonly isBanned: boolean
}

/**
 * Whether a session starts. The promotion has just ended the session of this browser, so it gets a new one; a bearer client cannot be
 * given another token here. A banned user may verify an email; sign-in reports the ban.
 */
export function startsSession({ own, isPromoted, isAutomatic, isBanned }: VerifiedUser): boolean {
  if (isBanned) return false
  return own ? isPromoted && own.via === 'cookie' && own.session.impersonatedBy === null : isAutomatic
}
