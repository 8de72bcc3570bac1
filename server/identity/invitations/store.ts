import { sql } from 'kysely'
import type { Invitation } from '#identity/organizations/model.ts'
import { isId } from '#kernel/id.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { preparedWrite } from '#platform/database/prepared.ts'
import type { StoredInvitation } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    invitations: InvitationsTable
  }
}

interface InvitationsTable {
  organization_id: string
  id: string
  /** Folded. */
  email: string
  role: string
  team_id: string | null
  status: Invitation['status']
  inviter_id: string
  secret_digest: string
  /** The secret itself, sealed: the letter that carries it is composed from it. */
  sealed_secret: string
  expires_at: Date
  created_at: Date
  updated_at: Date
}

/** The columns of an invitation under the names of `StoredInvitation`. */
export const invitationColumns = [
  'invitations.id as id',
  'invitations.organization_id as organizationId',
  'invitations.email as email',
  'invitations.role as role',
  'invitations.team_id as teamId',
  'invitations.status as status',
  'invitations.inviter_id as inviterId',
  'invitations.expires_at as expiresAt',
  'invitations.secret_digest as digest',
] as const

/** An invitation about to be written, with the two forms in which its secret is kept. */
export interface InvitationToWrite extends Omit<StoredInvitation, 'status'> {
  readonly sealed: string
  readonly now: Date
}

/**
 * Writes a new invitation in the place of one to the same address that is over; whoever writes has made sure that there is none
 * that can be accepted. Only writes, so that it may be among gathered ones.
 */
export const insertInvitation = preparedWrite<InvitationToWrite>((tx, row) =>
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

/** Makes a pending invitation new: another secret, a new end, and whatever role, team and inviter it has now. */
export async function renewInvitation(tx: Tx, row: InvitationToWrite): Promise<void> {
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

/** An invitation by its id alone, whatever has become of it; nothing for what is no id. */
export async function findInvitation(db: Database, id: string): Promise<StoredInvitation | undefined> {
  if (!isId(id)) return undefined
  return db.selectFrom('invitations').select(invitationColumns).where('invitations.id', '=', id).executeTakeFirst()
}

/** Holds the organization of an invitation until the transaction ends. What was read before may be out of date. */
export async function holdOrganizationOf(tx: Tx, invitationId: string): Promise<void> {
  if (!isId(invitationId)) return
  await sql`
    select from organizations join invitations on invitations.organization_id = organizations.id
    where invitations.id = ${invitationId}::uuid for no key update of organizations`.execute(tx)
}

/** Settles an invitation that is open, in one conditional statement: true for one of many at once. */
export async function settle(
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
