import type { Invitation } from '#identity/organizations/model.ts'
import { toInvitationWire } from '#identity/organizations/wire.ts'
import { newId } from '#kernel/id.ts'
import { randomText } from '#kernel/token.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { mailInvitationJob } from '../jobs.ts'
import { SECRET_LENGTH, SECRET_SEAL } from '../model.ts'
import { type InvitationToWrite, insertInvitation, renewInvitation } from '../store.ts'

/** What an invitation is to say; `id` is that of one that is made new. */
export type Wanted = Pick<Invitation, 'organizationId' | 'email' | 'role' | 'teamId' | 'inviterId'> & { readonly id?: string }

/** Under what a secret is kept: bound to its purpose. */
export function secretDigest({ secrets }: Pick<Platform, 'secrets'>, secret: string): string {
  return secrets.digest(`${SECRET_SEAL}:${secret}`)
}

/** An invitation with a secret that nobody has seen. */
export function draftInvitation({ platform, now }: Pick<AuditContext, 'platform' | 'now'>, wanted: Wanted): InvitationToWrite {
  const secret = randomText(SECRET_LENGTH)
  return {
    ...wanted,
    id: wanted.id ?? newId(now),
    digest: secretDigest(platform, secret),
    sealed: platform.secrets.seal(SECRET_SEAL, secret),
    expiresAt: new Date(now.getTime() + platform.settings.INVITATION_EXPIRES_IN * 1000),
    now,
  }
}

/** A draft, and whether it is a new invitation or one that is made new. */
export interface Writing {
  readonly draft: InvitationToWrite
  readonly as: 'created' | 'renewed'
}

/**
 * Writes a draft, tells of it and orders its letter. Only writes, so that it may be
 * among gathered ones.
 */
export async function writeInvitation(tx: Tx, by: AuditContext, { draft, as }: Writing): Promise<Invitation> {
  const { platform, now } = by
  const { digest: _, sealed: __, now: ___, ...rest } = draft
  const invitation: Invitation = { ...rest, status: 'pending' }
  const { id, organizationId, email, role } = invitation
  await (as === 'created' ? insertInvitation : renewInvitation)(tx, draft)
  await enqueue(tx, platform, mailInvitationJob, { organizationId, id }, { now, key: `invitation:${id}` })
  const name = `invitation.${as}` as const
  await emit(tx, platform, { name, organizationId, resourceId: id, payload: toInvitationWire(invitation), now })
  await auditBy(tx, by, { action: name, organizationId, target: { type: 'invitation', id }, details: { email, role } })
  return invitation
}
