import { addMember, mayGive, membershipOf, readRoles } from '#identity/organizations/index.ts'
import type { Invitation, Member } from '#identity/organizations/model.ts'
import { activateOrganization } from '#identity/sessions/index.ts'
import { rolesOf } from '#kernel/access.ts'
import type { Tx } from '#platform/database/database.ts'
import { invitationRefusals as refusals } from '../refusals.ts'
import { answering, refuseInviter } from '../rules.ts'
import { findInvitation, holdOrganizationOf } from '../store.ts'
import { mayStill } from './invite-member.ts'
import { proofBy, proveRecipient, type Recipient } from './prove-recipient.ts'
import { settleAs } from './settle-invitation.ts'

/** The invitation, and the membership that came of it. */
export interface Accepted {
  readonly invitation: Invitation
  readonly member: Member
}

/**
 * Makes the person whom an invitation is for a member, with the organization as the active one of their session. Everything is
 * looked at with the organization held, so that of many at once one does, and whoever invited may still do so.
 */
export async function acceptInvitation(tx: Tx, by: Recipient, id: string): Promise<Accepted> {
  const { platform, caller, now } = by
  const missing = refusals.invitationNotFound
  await holdOrganizationOf(tx, id)
  const found = await findInvitation(tx, id)
  const { user, session } = caller
  const { invitation, proof } = answering({ invitation: found, email: user.email, proof: (one) => proofBy(by, one), now, missing })
  const { organizationId, inviterId, role, teamId } = invitation
  await refuseUnlessInvited(tx, by, { organizationId, inviterId, role })
  const settled = await settleAs(tx, by, { invitation, status: 'accepted', missing })
  await proveRecipient(tx, by, { invitation, proof })
  const member = await addMember(tx, by, { organizationId, userId: user.id, role, teamId })
  await activateOrganization(tx, platform, { sessionId: session.id, organizationId })
  return { invitation: settled, member }
}

async function refuseUnlessInvited(
  tx: Tx,
  { platform }: Recipient,
  { organizationId, inviterId, role }: Pick<Invitation, 'organizationId' | 'inviterId' | 'role'>,
): Promise<void> {
  const inviter = await membershipOf(tx, platform, { organizationId, userId: inviterId })
  refuseInviter(inviter && { mayInvite: mayStill(inviter), mayGive: mayGive(inviter, role) })
  // A role that has left the settings meanwhile is nobody's any more.
  if (inviter) readRoles(rolesOf(role), inviter.roles)
}
