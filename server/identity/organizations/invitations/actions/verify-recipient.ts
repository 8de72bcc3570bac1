import { applyUserChange } from '#identity/sessions/index.ts'
import { lockUserByEmail, saveUnattended } from '#identity/users/index.ts'
import { verifyEmail } from '#identity/users/model.ts'
import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { AnsweredInvitation, StoredInvitation } from '../model.ts'
import { invitationRefusals as refusals } from '../refusals.ts'
import { type RecipientVerification, verificationOf } from '../rules.ts'
import { secretDigest } from './draft-invitation.ts'

/** The signed-in user who answers an invitation, optionally with the secret of the mailed link. */
export type RecipientContext = AuditContext & { readonly caller: UserCaller; readonly secret: string | undefined }

/** The way in which the caller verifies that the invited email is theirs. In an impersonation session the secret does not count. */
export function verificationBy(
  { platform, caller, secret }: RecipientContext,
  { digest, isRecipientUnattended }: AnsweredInvitation,
): RecipientVerification {
  const isOwn = caller.session.impersonatedBy === null
  return verificationOf({
    isVerified: caller.user.emailVerified && !isRecipientUnattended,
    hasSecret: isOwn && secret !== undefined && secretDigest(platform, secret) === digest,
    isRequired: platform.settings.INVITATION_REQUIRES_VERIFIED_EMAIL,
  })
}

/** The answered invitation, and the verification of its recipient. */
export interface VerifyRecipientInput {
  readonly invitation: StoredInvitation
  readonly verification: RecipientVerification
}

/** Marks the caller's email as verified if the secret verified it. Refuses if it is not the caller's email any more. */
export async function verifyRecipient(
  tx: Tx,
  by: RecipientContext,
  { invitation: { id, email }, verification }: VerifyRecipientInput,
): Promise<void> {
  if (verification !== 'secret') return
  const { platform, caller, request, now } = by
  const user = await lockUserByEmail(tx, email)
  if (user?.id !== caller.user.id) return refuse(refusals.notRecipient)
  await saveUnattended(tx, user.id, false)
  const outcome = verifyEmail(user, now)
  if (outcome.events.length === 0) return
  const entry = { organizationId: null, userId: user.id, caller, target: { type: 'invitation', id }, request, now }
  await platform.audit.append(tx, { ...entry, action: 'user.email_verified', details: { via: 'invitation' } })
  await applyUserChange(tx, platform, { user, outcome, now })
}
