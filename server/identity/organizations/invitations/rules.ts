import { authorizes } from '#contract/access.ts'
import { type Invitation, type MemberPermissions, mayGrant, readRoles } from '#identity/organizations/model.ts'
import { type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import { invitationRefusals as refusals } from './refusals.ts'

/** The permission to invite. */
const INVITE = { invitation: ['create'] }

/** Whether a member may invite to their organization. With which roles: `mayGrant`. */
export function mayInvite({ member, roles }: MemberPermissions): boolean {
  return authorizes(member.role, INVITE, roles)
}

/** The stored values of the inviter, the invited email and the team. */
export interface InviteState {
  /** The membership of the inviter; undefined for a non-member. */
  readonly inviter: MemberPermissions | undefined
  /** Whether the email belongs to a member already. */
  readonly isMember: boolean
  /** The open invitation of the email; null if there is none. */
  readonly openId: string | null
  /** Whether the team belongs to the organization; true if none is named. */
  readonly isTeamKnown: boolean
  /** Number of open invitations. */
  readonly openCount: number
}

/** The request, and what the settings allow. */
export interface InviteRequest {
  readonly role: string | readonly string[]
  /** Whether an open invitation is mailed again instead of being refused. */
  readonly resends: boolean
  /** The maximum number of open invitations. */
  readonly limit: number
}

/** The roles as they are stored, and the open invitation to renew; null for a new one. */
export interface InviteOutcome {
  readonly role: string
  readonly renewedId: string | null
}

/** Decides on an invitation. Refuses an inviter without permission, a member, an invited email, an unknown team, and above the limit. */
export function invite(state: InviteState, { role: requestedRole, resends, limit }: InviteRequest): InviteOutcome {
  const { inviter = refuse(refusals.memberNotFound), isMember, openId, isTeamKnown, openCount } = state
  // A member without the permission to invite must not learn which roles exist.
  refuseWhen(!mayInvite(inviter), refusals.notAllowedToInvite)
  const role = readRoles(requestedRole, inviter.roles)
  refuseWhen(!mayGrant(inviter, role), refusals.notAllowedRole)
  refuseWhen(isMember, refusals.alreadyMember)
  refuseWhen(openId !== null && !resends, refusals.alreadyInvited)
  refuseWhen(!isTeamKnown, refusals.teamNotFound)
  refuseWhen(openId === null && openCount >= limit, refusals.limitReached)
  return { role, renewedId: openId }
}

/** Refuses an invitation whose inviter has left the organization, or is no longer allowed to invite with this role. */
export function refuseInviter(membership: MemberPermissions | undefined, role: string): void {
  const inviter = membership ?? refuse(refusals.inviterGone)
  refuseWhen(!(mayInvite(inviter) && mayGrant(inviter, role)), refusals.inviterMayNotInvite)
  // A role that was removed meanwhile cannot be assigned.
  readRoles(role, inviter.roles)
}

/** Whether an invitation can still be answered. */
export function isOpen({ status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>, now: Date): boolean {
  return status === 'pending' && expiresAt > now
}

/** The way in which the caller verifies that the invited email is theirs. */
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

/** The way in which the invited email is verified as the caller's. */
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
