import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { ShownInvitation } from '../model.ts'
import { findInvitationFor, findShownInvitation } from '../reads.ts'
import { invitationRefusals as refusals } from '../refusals.ts'
import { answering, isOpen } from '../rules.ts'
import { secretDigest } from './draft-invitation.ts'
import { mayStill } from './invite-member.ts'
import { pageOf } from './mail-invitation.ts'
import { proofBy, proveRecipient, type Recipient } from './prove-recipient.ts'

/** Where one may read, and the way to a transaction for what a look proves. */
type Looking = Recipient & { readonly db: Database; readonly transaction: (run: (tx: Tx) => Promise<void>) => Promise<void> }

/** An invitation for the person whom it is for. With the secret of the mailed link the look itself proves their address. */
export async function lookAtInvitation(by: Looking, id: string): Promise<ShownInvitation> {
  const { caller, now, db } = by
  const found = await findShownInvitation(db, id)
  const ground = { email: caller.user.email, now, missing: refusals.noSuchInvitation }
  const { invitation, proof } = answering({ ...ground, invitation: found, proof: (one) => proofBy(by, one) })
  refuseWhen(!invitation.isInviterMember, refusals.inviterGone)
  if (proof === 'secret') await by.transaction((tx) => proveRecipient(tx, by, { invitation, proof }))
  return invitation
}

/** An invitation for whoever has its mailed link and is not signed in; to everybody else there is none. */
export async function previewInvitation(
  db: Database,
  platform: Pick<Platform, 'secrets'>,
  { id, secret, now }: { readonly id: string; readonly secret: string; readonly now: Date },
): Promise<ShownInvitation> {
  const found = await findShownInvitation(db, id)
  if (!found || found.digest !== secretDigest(platform, secret) || !isOpen(found, now)) return refuse(refusals.noSuchInvitation)
  refuseWhen(!found.isInviterMember, refusals.inviterGone)
  return found
}

/** The page of an open invitation, for a member who may invite. It does not hold the secret: that is for the address alone. */
export async function linkOfInvitation(
  db: Database,
  { platform, caller, now }: Pick<AuditContext, 'platform' | 'now'> & { readonly caller: UserCaller },
  id: string,
): Promise<string> {
  const found = await findInvitationFor(db, platform, { id, userId: caller.user.id })
  if (!found || !isOpen(found.invitation, now)) return refuse(refusals.invitationNotFound)
  const standing = found.standing ?? refuse(refusals.memberNotFound)
  refuseWhen(!mayStill(standing), refusals.notAllowedToInvite)
  return pageOf(platform, id)
}
