import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { InvitationView } from '../model.ts'
import { findInvitationFor, findInvitationView } from '../reads.ts'
import { invitationRefusals as refusals } from '../refusals.ts'
import { isOpen, mayInvite, requireAnswerable } from '../rules.ts'
import { secretDigest } from './draft-invitation.ts'
import { invitationUrl } from './send-invitation.ts'
import { type RecipientContext, verificationBy, verifyRecipient } from './verify-recipient.ts'

/** The recipient, a database for reads, and a transaction runner for a verification. */
type ReadInvitationContext = RecipientContext & {
  readonly db: Database
  readonly transaction: (run: (tx: Tx) => Promise<void>) => Promise<void>
}

/** An invitation for its recipient. With the secret of the mailed link, reading it verifies the recipient's email. */
export async function readInvitation(by: ReadInvitationContext, id: string): Promise<InvitationView> {
  const { caller, now, db } = by
  const found = await findInvitationView(db, id)
  const check = { email: caller.user.email, now, missing: refusals.noSuchInvitation }
  const { invitation, verification } = requireAnswerable({ ...check, invitation: found, verification: (one) => verificationBy(by, one) })
  refuseWhen(!invitation.isInviterMember, refusals.inviterGone)
  if (verification === 'secret') await by.transaction((tx) => verifyRecipient(tx, by, { invitation, verification }))
  return invitation
}

/** An invitation for an anonymous caller with the mailed link; without the secret the invitation is not found. */
export async function previewInvitation(
  db: Database,
  platform: Pick<Platform, 'secrets'>,
  { id, secret, now }: { readonly id: string; readonly secret: string; readonly now: Date },
): Promise<InvitationView> {
  const found = await findInvitationView(db, id)
  if (!found || found.digest !== secretDigest(platform, secret) || !isOpen(found, now)) return refuse(refusals.noSuchInvitation)
  refuseWhen(!found.isInviterMember, refusals.inviterGone)
  return found
}

/** The URL of an open invitation, for a member with the permission to invite. It has no secret: only the invited email gets that. */
export async function readInvitationLink(
  db: Database,
  { platform, caller, now }: Pick<AuditContext, 'platform' | 'now'> & { readonly caller: UserCaller },
  id: string,
): Promise<string> {
  const found = await findInvitationFor(db, platform, { id, userId: caller.user.id })
  if (!found || !isOpen(found.invitation, now)) return refuse(refusals.invitationNotFound)
  const membership = found.membership ?? refuse(refusals.memberNotFound)
  refuseWhen(!mayInvite(membership), refusals.notAllowedToInvite)
  return invitationUrl(platform, id)
}
