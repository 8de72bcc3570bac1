import { addMember, findMembership } from '#identity/organizations/index.ts'
import type { Invitation, Member } from '#identity/organizations/model.ts'
import { activateOrganization } from '#identity/sessions/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { invitationRefusals as refusals } from '../refusals.ts'
import { refuseInviter, requireAnswerable } from '../rules.ts'
import { findInvitation, lockInvitingOrganization } from '../store.ts'
import { settleInvitation } from './settle-invitation.ts'
import { type RecipientContext, verificationBy, verifyRecipient } from './verify-recipient.ts'

/** The accepted invitation and the new membership. */
export interface AcceptInvitationResult {
  readonly invitation: Invitation
  readonly member: Member
}

/**
 * Makes the recipient of an invitation a member, with the organization as the active one of their session. All checks run with the
 * organization locked: only one of concurrent requests succeeds, and the inviter must still be allowed to invite.
 */
export async function acceptInvitation(tx: Tx, by: RecipientContext, id: string): Promise<AcceptInvitationResult> {
  const { platform, caller, now } = by
  const missing = refusals.invitationNotFound
  await lockInvitingOrganization(tx, id)
  const found = await findInvitation(tx, id)
  const { user, session } = caller
  const { invitation, verification } = requireAnswerable({
    invitation: found,
    email: user.email,
    verification: (one) => verificationBy(by, one),
    now,
    missing,
  })
  const { organizationId, inviterId, role, teamId } = invitation
  refuseInviter(await findMembership(tx, platform, { organizationId, userId: inviterId }), role)
  const settled = await settleInvitation(tx, by, { invitation, status: 'accepted', missing })
  await verifyRecipient(tx, by, { invitation, verification })
  const member = await addMember(tx, by, { organizationId, userId: user.id, role, teamId })
  await activateOrganization(tx, platform, { sessionId: session.id, organizationId })
  return { invitation: settled, member }
}
