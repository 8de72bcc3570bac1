import type { Invitation } from '#identity/organizations/model.ts'
import { type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import { invitationRefusals as refusals } from './refusals.ts'

/** What decides whether somebody may be invited. */
export interface InvitingGround {
  /** What whoever invites may do; nothing for an outsider. */
  readonly inviter: { readonly mayInvite: boolean; readonly mayGive: boolean } | undefined
  /** Whether the address is that of a member already. */
  readonly isMember: boolean
  /** Whether the address has an invitation that can be accepted. */
  readonly isInvited: boolean
  /** Whether that one is to be mailed again. */
  readonly resends: boolean
  /** Whether the team belongs to the organization; true where none is named. */
  readonly isTeamKnown: boolean
  /** How many invitations can be accepted, and how many may be. */
  readonly open: number
  readonly limit: number
}

/** Refuses to invite where it may not be. */
export function refuseInviting({ inviter, isMember, isInvited, resends, isTeamKnown, open, limit }: InvitingGround): void {
  refuseWhen(!inviter, refusals.memberNotFound)
  refuseWhen(!inviter?.mayInvite, refusals.notAllowedToInvite)
  refuseWhen(!inviter?.mayGive, refusals.notAllowedRole)
  refuseWhen(isMember, refusals.alreadyMember)
  refuseWhen(isInvited && !resends, refusals.alreadyInvited)
  refuseWhen(!isTeamKnown, refusals.teamNotFound)
  refuseWhen(!isInvited && open >= limit, refusals.limitReached)
}

/** Whether an invitation can still be answered. */
export function isOpen({ status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>, now: Date): boolean {
  return status === 'pending' && expiresAt > now
}

/** How whoever answers has shown that the address is theirs. */
export type Proof =
  /** It was proven before, or nobody asks. */
  | 'standing'
  /** By the secret of the mailed link: from now on it is proven. */
  | 'secret'
  | 'none'

/** What decides on the proof. */
export interface ProofGround {
  readonly isVerified: boolean
  readonly hasSecret: boolean
  /** `INVITATION_REQUIRES_VERIFIED_EMAIL`. */
  readonly isRequired: boolean
}

/** How the address is shown to be that of whoever answers. */
export function proofOf({ isVerified, hasSecret, isRequired }: ProofGround): Proof {
  if (isVerified) return 'standing'
  if (hasSecret) return 'secret'
  return isRequired ? 'none' : 'standing'
}

/** What decides whether somebody may answer an invitation. */
export interface AnsweringGround<I extends Invitation> {
  readonly invitation: I | undefined
  /** The folded address of whoever answers. */
  readonly email: string
  readonly proof: (invitation: I) => Proof
  readonly now: Date
  /** What is said of an invitation that is unknown, settled or over. */
  readonly missing: RefusalEntry
}

/** The invitation and the proof with which it is answered; refuses what is not open, and anybody but its recipient. */
export function answering<I extends Invitation>(ground: AnsweringGround<I>): { readonly invitation: I; readonly proof: Proof } {
  const { invitation, email, now, missing } = ground
  if (!invitation || !isOpen(invitation, now)) return refuse(missing)
  refuseWhen(invitation.email !== email, refusals.notRecipient)
  const proof = ground.proof(invitation)
  refuseWhen(proof === 'none', refusals.emailNotVerified)
  return { invitation, proof }
}

/** Refuses an invitation whose inviter has left meanwhile, or may not invite so any more. */
export function refuseInviter(inviter: InvitingGround['inviter']): void {
  refuseWhen(!inviter, refusals.inviterGone)
  refuseWhen(!(inviter?.mayInvite && inviter.mayGive), refusals.inviterMayNotInvite)
}
