import { authorizes } from '#contract/access.ts'
import { findMembership } from '#identity/organizations/index.ts'
import type { Invitation } from '#identity/organizations/model.ts'
import { toInvitationWire } from '#identity/organizations/wire.ts'
import { type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { invitationRefusals as refusals } from '../refusals.ts'
import { isOpen, requireAnswerable } from '../rules.ts'
import { findInvitation, saveSettlement } from '../store.ts'
import { type RecipientContext, verificationBy, verifyRecipient } from './verify-recipient.ts'

/** The final statuses of an invitation. */
type SettledStatus = Exclude<Invitation['status'], 'pending'>

/** Settles an invitation and emits its event; refuses with `missing` if it is settled already or expired. */
export async function settleInvitation(
  tx: Tx,
  by: AuditContext,
  { invitation, status, missing }: { readonly invitation: Invitation; readonly status: SettledStatus; readonly missing: RefusalEntry },
): Promise<Invitation> {
  const { platform, now } = by
  const { id, organizationId, email, role, teamId, inviterId, expiresAt } = invitation
  refuseWhen(!(await saveSettlement(tx, invitation, { status, now })), missing)
  const settled: Invitation = { id, organizationId, email, role, teamId, status, inviterId, expiresAt }
  const name = `invitation.${status}` as const
  await emit(tx, platform, { name, organizationId, resourceId: id, payload: toInvitationWire(settled), now })
  await recordAudit(tx, by, { action: name, organizationId, target: { type: 'invitation', id }, details: { email, role } })
  return settled
}

/** Rejects an invitation; the caller is its recipient. */
export async function rejectInvitation(tx: Tx, by: RecipientContext, id: string): Promise<Invitation> {
  const { caller, now } = by
  const missing = refusals.noSuchInvitation
  const found = await findInvitation(tx, id)
  const { invitation, verification } = requireAnswerable({
    invitation: found,
    email: caller.user.email,
    verification: (one) => verificationBy(by, one),
    now,
    missing,
  })
  await verifyRecipient(tx, by, { invitation, verification })
  return settleInvitation(tx, by, { invitation, status: 'rejected', missing })
}

/** Cancels an invitation; the caller is a member with the permission. */
export async function cancelInvitation(tx: Tx, by: AuditContext & { readonly caller: UserCaller }, id: string): Promise<Invitation> {
  const { platform, caller, now } = by
  const missing = refusals.invitationNotFound
  const invitation = await findInvitation(tx, id)
  if (!invitation || !isOpen(invitation, now)) return refuse(missing)
  const { organizationId } = invitation
  const membership = (await findMembership(tx, platform, { organizationId, userId: caller.user.id })) ?? refuse(refusals.memberNotFound)
  refuseWhen(!authorizes(membership.member.role, { invitation: ['cancel'] }, membership.roles), refusals.notAllowedToCancel)
  return settleInvitation(tx, by, { invitation, status: 'canceled', missing })
}
