import { sql } from 'kysely'
import type { Invitation } from '#identity/organizations/model.ts'
import { isId } from '#kernel/id.ts'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { preparedWrite } from '#platform/database/prepared-statements.ts'
import type { Row } from '#platform/resource/columns.ts'
import { rows } from '#platform/resource/table.ts'
import { type AnsweredInvitation, SECRET_SEAL, type StoredInvitation, storedInvitationColumns } from './model.ts'

declareSealed(SECRET_SEAL, { table: 'invitations', column: 'sealed_secret' })

declare module '#platform/database/tables.ts' {
  interface Tables {
    invitations: InvitationsTable
  }
}

interface InvitationsTable extends Row<typeof storedInvitationColumns> {
  /** The sealed secret, from which the email is composed. */
  sealed_secret: string
  created_at: Date
  updated_at: Date
}

export const invitations = rows('invitations', storedInvitationColumns)

/** Whether the account of the invited email was verified by a link that was opened without its session. */
export const isRecipientUnattended = sql<boolean>`exists (
  select from users where users.email = invitations.email and users.is_verified_unattended)`

/** An invitation to write, with the digest and the sealed form of its secret. */
export interface InvitationDraft extends Omit<StoredInvitation, 'status'> {
  readonly sealed: string
  readonly now: Date
}

/**
 * Inserts an invitation, replacing an expired one to the same email; the calling action has checked that there is no open one. Only
 * writes, so that it can run in batched statements.
 */
export const insertInvitation = preparedWrite<InvitationDraft>((tx, row) =>
  sql`
    insert into invitations (
      organization_id, id, email, role, team_id, status, inviter_id, secret_digest, sealed_secret, expires_at, created_at, updated_at
    ) values (
      ${row.organizationId}, ${row.id}, ${row.email}, ${row.role}, ${row.teamId}, 'pending', ${row.inviterId}, ${row.digest},
      ${row.sealed}, ${row.expiresAt}, ${row.now}, ${row.now}
    ) on conflict (organization_id, email) where status = 'pending' do update set
      id = excluded.id, role = excluded.role, team_id = excluded.team_id, inviter_id = excluded.inviter_id,
      secret_digest = excluded.secret_digest, sealed_secret = excluded.sealed_secret, expires_at = excluded.expires_at,
      created_at = excluded.created_at, updated_at = excluded.updated_at`.compile(tx),
)

/** Renews a pending invitation: a new secret and expiry, and the given role, team and inviter. */
export async function renewInvitation(tx: Tx, row: InvitationDraft): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({
      role: row.role,
      team_id: row.teamId,
      inviter_id: row.inviterId,
      secret_digest: row.digest,
      sealed_secret: row.sealed,
      expires_at: row.expiresAt,
      updated_at: row.now,
    })
    .where('organization_id', '=', row.organizationId)
    .where('id', '=', row.id)
    .execute()
}

/** An invitation in any state by its id; undefined for an invalid id. */
export async function findInvitation(db: Database, id: string): Promise<AnsweredInvitation | undefined> {
  if (!isId(id)) return undefined
  const selected = db.selectFrom('invitations').select([...invitations.aliases, isRecipientUnattended.as('isRecipientUnattended')])
  return selected.where('invitations.id', '=', id).executeTakeFirst()
}

/** Locks the organization of an invitation until the transaction ends. Values that were read before may be outdated. */
export async function lockInvitingOrganization(tx: Tx, invitationId: string): Promise<void> {
  if (!isId(invitationId)) return
  await sql`
    select from organizations join invitations on invitations.organization_id = organizations.id
    where invitations.id = ${invitationId}::uuid for no key update of organizations`.execute(tx)
}

/** Sets the final status of an open invitation in one conditional statement: true for one of concurrent calls. */
export async function saveSettlement(
  tx: Tx,
  { organizationId, id }: Invitation,
  { status, now }: { readonly status: Exclude<Invitation['status'], 'pending'>; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ status, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
