import { membershipOf } from '#identity/organizations/index.ts'
import type { Invitation } from '#identity/organizations/model.ts'
import { toInvitationWire } from '#identity/organizations/wire.ts'
import { authorizes } from '#kernel/access.ts'
import { type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import { emit } from '#platform/outbox/emit.ts'
import { invitationRefusals as refusals } from '../refusals.ts'
import { answering, isOpen } from '../rules.ts'
import { findInvitation, settle } from '../store.ts'
import { proofBy, proveRecipient, type Recipient } from './prove-recipient.ts'

/** What becomes of an invitation. */
type Settled = Exclude<Invitation['status'], 'pending'>

/** Settles an invitation, and tells of it; refuses with `missing` when somebody else came first, or its time is over. */
export async function settleAs(
  tx: Tx,
  by: AuditContext,
  { invitation, status, missing }: { readonly invitation: Invitation; readonly status: Settled; readonly missing: RefusalEntry },
): Promise<Invitation> {
  const { platform, now } = by
  const { id, organizationId, email, role, teamId, inviterId, expiresAt } = invitation
  refuseWhen(!(await settle(tx, invitation, { status, now })), missing)
  const settled: Invitation = { id, organizationId, email, role, teamId, status, inviterId, expiresAt }
  const name = `invitation.${status}` as const
  await emit(tx, platform, { name, organizationId, resourceId: id, payload: toInvitationWire(settled), now })
  await auditBy(tx, by, { action: name, organizationId, target: { type: 'invitation', id }, details: { email, role } })
  return settled
}

/** Rejects an invitation by the person whom it is for. */
export async function rejectInvitation(tx: Tx, by: Recipient, id: string): Promise<Invitation> {
  const { caller, now } = by
  const missing = refusals.noSuchInvitation
  const found = await findInvitation(tx, id)
  const { invitation, proof } = answering({
    invitation: found,
    email: caller.user.email,
    proof: (one) => proofBy(by, one),
    now,
    missing,
  })
  await proveRecipient(tx, by, { invitation, proof })
  return settleAs(tx, by, { invitation, status: 'rejected', missing })
}

/** Takes an invitation back, by a member who may. */
export async function cancelInvitation(tx: Tx, by: AuditContext & { readonly caller: UserCaller }, id: string): Promise<Invitation> {
  const { platform, caller, now } = by
  const missing = refusals.invitationNotFound
  const invitation = await findInvitation(tx, id)
  if (!invitation || !isOpen(invitation, now)) return refuse(missing)
  const { organizationId } = invitation
  const membership = (await membershipOf(tx, platform, { organizationId, userId: caller.user.id })) ?? refuse(refusals.memberNotFound)
  refuseWhen(!authorizes(membership.member.role, { invitation: ['cancel'] }, membership.roles), refusals.notAllowedToCancel)
  return settleAs(tx, by, { invitation, status: 'canceled', missing })
}
