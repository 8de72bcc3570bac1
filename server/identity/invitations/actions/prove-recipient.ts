import { noteChanged } from '#identity/sessions/index.ts'
import { lockUserByEmail, proveAddress } from '#identity/users/index.ts'
import { toFullUserWire } from '#identity/users/wire.ts'
import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { StoredInvitation } from '../model.ts'
import { invitationRefusals as refusals } from '../refusals.ts'
import { type Proof, proofOf } from '../rules.ts'
import { secretDigest } from './draft-invitation.ts'

/** A person who answers, perhaps with the secret of the mailed link. */
export type Recipient = AuditContext & { readonly caller: UserCaller; readonly secret: string | undefined }

/** How the caller shows that the invited address is theirs. Whoever acts for somebody else has read none of their mail. */
export function proofBy({ platform, caller, secret }: Recipient, { digest }: StoredInvitation): Proof {
  const isOwn = caller.session.impersonatedBy === null
  return proofOf({
    isVerified: caller.user.emailVerified,
    hasSecret: isOwn && secret !== undefined && secretDigest(platform, secret) === digest,
    isRequired: platform.settings.INVITATION_REQUIRES_VERIFIED_EMAIL,
  })
}

/** Which invitation was answered, with which proof. */
export interface Proving {
  readonly invitation: StoredInvitation
  readonly proof: Proof
}

/** Marks the caller's address as proven where the secret was the proof of it. Refuses when it is not their address any more. */
export async function proveRecipient(tx: Tx, by: Recipient, { invitation: { id, email }, proof }: Proving): Promise<void> {
  if (proof !== 'secret') return
  const { platform, caller, request, now } = by
  const held = await lockUserByEmail(tx, email)
  if (held?.id !== caller.user.id) return refuse(refusals.notRecipient)
  if (held.emailVerified) return
  await proveAddress(tx, held.id, now)
  const about = { organizationId: null, userId: held.id, caller, target: { type: 'invitation', id }, request, now }
  await platform.audit.append(tx, { ...about, action: 'user.email_verified', details: { via: 'invitation' } })
  const payload = toFullUserWire({ ...held, emailVerified: true, updatedAt: now })
  await emit(tx, platform, { name: 'user.updated', organizationId: null, resourceId: held.id, payload, now })
  noteChanged(tx, platform, { userId: held.id })
}
