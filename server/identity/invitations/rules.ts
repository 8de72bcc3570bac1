import type { Invitation } from '#identity/organizations/model.ts'
import { type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import { invitationRefusals as refusals } from './refusals.ts'

/** The values that decide whether an email may be invited. */
export interface InviteCheck {
  /** The permissions of the inviter; undefined for a non-member. */
  readonly inviter: { readonly mayInvite: boolean; readonly mayGrant: boolean } | undefined
  /** Whether the email belongs to a member already. */
  readonly isMember: boolean
  /** Whether the email has an open invitation. */
  readonly isInvited: boolean
  /** Whether to mail an open invitation again. */
  readonly resends: boolean
  /** Whether the team belongs to the organization; true if none is named. */
  readonly isTeamKnown: boolean
  /** Number of open invitations. The limit is their maximum. */
  readonly open: number
  readonly limit: number
}

/** Refuses to invite: without permission, a member, an invited email, to an unknown team, or above the limit. */
export function refuseInvite({ inviter, isMember, isInvited, resends, isTeamKnown, open, limit }: InviteCheck): void {
  refuseWhen(!inviter, refusals.memberNotFound)
  refuseWhen(!inviter?.mayInvite, refusals.notAllowedToInvite)
  refuseWhen(!inviter?.mayGrant, refusals.notAllowedRole)
  refuseWhen(isMember, refusals.alreadyMember)
  refuseWhen(isInvited && !resends, refusals.alreadyInvited)
  refuseWhen(!isTeamKnown, refusals.teamNotFound)
  refuseWhen(!isInvited && open >= limit, refusals.limitReached)
}

/** Whether an invitation can still be answered. */
export function isOpen({ status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>, now: Date): boolean {
  return status === 'pending' && expiresAt > now
}

/** How the caller verifies that the invited email is theirs. */
export type RecipientVerification =
  /** The email is verified already, or INVITATION_REQUIRES_VERIFIED_EMAIL is off. */
  | 'not-needed'
  /** By the secret of the mailed link: from now on the email is verified. */
  | 'secret'
  | 'none'

/** The values that decide how the recipient is verified. */
export interface RecipientVerificationInput {
  readonly isVerified: boolean
  readonly hasSecret: boolean
  /** `INVITATION_REQUIRES_VERIFIED_EMAIL`. */
  readonly isRequired: boolean
}

/** How the invited email is verified as the caller's. */
export function verificationOf({ isVerified, hasSecret, isRequired }: RecipientVerificationInput): RecipientVerification {
  if (isVerified) return 'not-needed'
  if (hasSecret) return 'secret'
  return isRequired ? 'none' : 'not-needed'
}

/** The values that decide whether the caller may answer an invitation. */
export interface AnswerCheck<I extends Invitation> {
  readonly invitation: I | undefined
  /** The folded email of the caller. */
  readonly email: string
  readonly verification: (invitation: I) => RecipientVerification
  readonly now: Date
  /** The refusal of an unknown, settled or expired invitation. */
  readonly missing: RefusalEntry
}

/** The invitation and the verification of its recipient; refuses an invitation that is not open, and other callers. */
export function requireAnswerable<I extends Invitation>(
  check: AnswerCheck<I>,
): { readonly invitation: I; readonly verification: RecipientVerification } {
  const { invitation, email, now, missing } = check
  if (!invitation || !isOpen(invitation, now)) return refuse(missing)
  refuseWhen(invitation.email !== email, refusals.notRecipient)
  const verification = check.verification(invitation)
  refuseWhen(verification === 'none', refusals.emailNotVerified)
  return { invitation, verification }
}

/** Refuses an invitation whose inviter has left the organization, or is no longer allowed to invite with this role. */
export function refuseInviter(inviter: InviteCheck['inviter']): void {
  refuseWhen(!inviter, refusals.inviterGone)
  refuseWhen(!(inviter?.mayInvite && inviter.mayGrant), refusals.inviterMayNotInvite)
}
