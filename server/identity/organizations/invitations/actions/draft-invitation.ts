import { randomText } from '#contract/token.ts'
import type { Invitation } from '#identity/organizations/model.ts'
import { toInvitationWire } from '#identity/organizations/wire.ts'
import { newId } from '#kernel/id.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { sendInvitationJob } from '../jobs.ts'
import { SECRET_LENGTH, SECRET_SEAL } from '../model.ts'
import { type InvitationDraft, insertInvitation, renewInvitation } from '../store.ts'

/** The content of an invitation; `id` names an existing invitation to renew. */
export type DraftInvitationInput = Pick<Invitation, 'organizationId' | 'email' | 'role' | 'teamId' | 'inviterId'> & { readonly id?: string }

/** The digest under which a secret is stored: bound to its purpose. */
export function secretDigest({ secrets }: Pick<Platform, 'secrets'>, secret: string): string {
  return secrets.digest(`${SECRET_SEAL}:${secret}`)
}

/** An invitation with a fresh secret. */
export function draftInvitation({ platform, now }: Pick<AuditContext, 'platform' | 'now'>, input: DraftInvitationInput): InvitationDraft {
  const secret = randomText(SECRET_LENGTH)
  return {
    ...input,
    id: input.id ?? newId(now),
    digest: secretDigest(platform, secret),
    sealed: platform.secrets.seal(SECRET_SEAL, secret),
    expiresAt: new Date(now.getTime() + platform.settings.INVITATION_EXPIRES_IN * 1000),
    now,
  }
}

/** A draft, and whether it is a new or a renewed invitation. */
export interface WriteInvitationInput {
  readonly draft: InvitationDraft
  readonly as: 'created' | 'renewed'
}

/** Writes a draft, emits its event and enqueues its email. Only writes, so that it can run in batched statements. */
export async function writeInvitation(tx: Tx, by: AuditContext, { draft, as }: WriteInvitationInput): Promise<Invitation> {
  const { platform, now } = by
  const { digest: _, sealed: __, now: ___, ...rest } = draft
  const invitation: Invitation = { ...rest, status: 'pending' }
  const { id, organizationId, email, role } = invitation
  await (as === 'created' ? insertInvitation : renewInvitation)(tx, draft)
  await enqueue(tx, platform, sendInvitationJob, { organizationId, id }, { key: `invitation:${id}` })
  const name = `invitation.${as}` as const
  await emit(tx, platform, { name, organizationId, resourceId: id, payload: toInvitationWire(invitation), now })
  await recordAudit(tx, by, { action: name, organizationId, target: { type: 'invitation', id }, details: { email, role } })
  return invitation
}
