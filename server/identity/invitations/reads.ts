import { sql } from 'kysely'
import { mailing } from '#identity/mail/index.ts'
import { madeRolesJson, rolesFor } from '#identity/organizations/index.ts'
import type { Invitation } from '#identity/organizations/model.ts'
import type { Roles } from '#kernel/access.ts'
import { present } from '#kernel/assert.ts'
import { isId } from '#kernel/id.ts'
import type { Guard } from '#platform/database/batch-statements.ts'
import type { Database } from '#platform/database/database.ts'
import type { Limits } from '#platform/limits/limits.ts'
import type { Platform } from '#platform/platform.ts'
import { LISTED_MAXIMUM, type ShownInvitation, type Standing, type StoredInvitation } from './model.ts'
import { invitationColumns } from './store.ts'

const names = sql.raw(invitationColumns.map((column) => column.replace(/ as (\w+)$/, ' as "$1"')).join(', '))

/** Who is to be invited where. */
export interface Invited {
  readonly organizationId: string
  /** Folded. */
  readonly email: string
  readonly teamId: string | null
  readonly now: Date
}

/** What is known of the address and the team there, and how long its owner has to be left in peace. */
export interface Look {
  readonly isMember: boolean
  /** The invitation of the address that can be accepted; null where there is none. */
  readonly openId: string | null
  readonly isTeamKnown: boolean
  readonly open: number
  /** Seconds until the address may be written to again; 0 for now. */
  readonly waitSeconds: number
}

const isOpen = sql`invitations.status = 'pending' and invitations.expires_at >`

/** What decides whether an address may be invited, in one statement. Sure while the organization is held. */
export async function lookForInvited(db: Database, limits: Limits, { organizationId, email, teamId, now }: Invited): Promise<Look> {
  const open = sql`invitations where invitations.organization_id = ${organizationId}::uuid and ${isOpen} ${now}`
  const { rows } = await sql<Omit<Look, 'waitSeconds'> & { ends: Date | null }>`
    select
      exists (
        select from users join members on members.user_id = users.id
        where users.email = ${email} and members.organization_id = ${organizationId}::uuid
      ) as "isMember",
      (select invitations.id from ${open} and invitations.email = ${email}) as "openId",
      (select count(*)::int from ${open}) as open,
      ${isTeamOf(organizationId, teamId)} as "isTeamKnown",
      ${limits.waiting(mailing.recipient, email, now)} as ends`.execute(db)
  const { ends, ...look } = present(rows[0], 'The row of a look')
  return { ...look, waitSeconds: ends ? limits.secondsUntil(mailing.recipient, ends, now) : 0 }
}

function isTeamOf(organizationId: string, teamId: string | null) {
  if (teamId === null) return sql<boolean>`true`
  if (!isId(teamId)) return sql<boolean>`false`
  return sql<boolean>`exists (select from teams where organization_id = ${organizationId}::uuid and id = ${teamId}::uuid)`
}

/** Who invites, and with which roles they may. */
export interface GuardedInviting extends Invited {
  readonly inviterId: string
  /** An id, or null. */
  readonly teamId: string | null
  /** Any one of these roles is enough. */
  readonly roles: readonly string[]
  readonly limit: number
}

/**
 * A guard for gathered writes: somebody with one of the roles invites an address that is neither member nor invited, to a team
 * of the organization, and there is room. It holds the organization, so that this stays true of many at once.
 */
export function mayInvite(limits: Limits, guarded: GuardedInviting): Guard {
  const { organizationId, inviterId, roles, email, teamId, limit, now } = guarded
  return {
    holds: sql`
      select true from members
      where members.organization_id = ${organizationId}::uuid and members.user_id = ${inviterId}::uuid
        and string_to_array(members.role, ',') && ${roles}::text[]
        and ${limits.waiting(mailing.recipient, email, now)} is null
        and may_invite(members.organization_id, ${email}::text, ${teamId}::uuid, ${limit}::int, ${now}::timestamptz)`,
  }
}

const isInviterMember = sql`exists (
  select from members where members.organization_id = invitations.organization_id and members.user_id = invitations.inviter_id
)`
const shown = sql`
  select ${names}, organizations.name as "organizationName", organizations.slug as "organizationSlug", users.email as "inviterEmail",
    ${isInviterMember} as "isInviterMember"
  from invitations join organizations on organizations.id = invitations.organization_id join users on users.id = invitations.inviter_id`

/** An invitation with the organization and whoever invited, in one statement; nothing for what is no id. */
export async function findShownInvitation(db: Database, id: string): Promise<ShownInvitation | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<ShownInvitation>`${shown} where invitations.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** An invitation and the standing in its organization of whoever asks for it; null where they do not belong there. */
export interface InvitationAsked {
  readonly invitation: StoredInvitation
  readonly standing: Standing | null
}

/** Both in one statement; nothing for what is no id. */
export async function findInvitationFor(
  db: Database,
  platform: Pick<Platform, 'settings'>,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<InvitationAsked | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<StoredInvitation & { ownRole: string | null; made: Roles }>`
    select ${names}, members.role as "ownRole", ${madeRolesJson('members.organization_id')} as made
    from invitations
    left join members on members.organization_id = invitations.organization_id and members.user_id = ${userId}::uuid
    where invitations.id = ${id}::uuid`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { ownRole, made, ...invitation } = row
  return { invitation, standing: ownRole === null ? null : { member: { role: ownRole }, roles: rolesFor(platform, made) } }
}

/** Whose invitations. */
export interface Awaited {
  readonly userId: string
  /** Folded. */
  readonly email: string
  readonly now: Date
}

/** The invitations of an address that can be answered, by people who still belong there, to organizations that its person does not; the latest first. */
export async function listAwaiting(db: Database, { userId, email, now }: Awaited): Promise<ShownInvitation[]> {
  const { rows } = await sql<ShownInvitation>`
    ${shown}
    where invitations.email = ${email} and ${isOpen} ${now} and ${isInviterMember} and not exists (
      select from members where members.organization_id = invitations.organization_id and members.user_id = ${userId}::uuid
    )
    order by invitations.created_at desc, invitations.id desc limit ${LISTED_MAXIMUM}`.execute(db)
  return rows
}

/** An invitation to be mailed. */
export interface MailedInvitation extends Pick<Invitation, 'id' | 'email' | 'expiresAt'> {
  readonly digest: string
  readonly sealed: string
  /** Since when this secret is good. */
  readonly madeAt: Date
  readonly organizationName: string
  readonly inviterEmail: string
}

/** What the letter of an open invitation tells; nothing once it is settled or over. */
export async function findMailedInvitation(
  db: Database,
  { organizationId, id, now }: { readonly organizationId: string; readonly id: string; readonly now: Date },
): Promise<MailedInvitation | undefined> {
  const { rows } = await sql<MailedInvitation>`
    select invitations.id, invitations.email, invitations.expires_at as "expiresAt", invitations.secret_digest as digest,
      invitations.sealed_secret as sealed, invitations.updated_at as "madeAt", organizations.name as "organizationName",
      users.email as "inviterEmail"
    from invitations join organizations on organizations.id = invitations.organization_id join users on users.id = invitations.inviter_id
    where invitations.organization_id = ${organizationId}::uuid and invitations.id = ${id}::uuid and ${isOpen} ${now}`.execute(db)
  return rows[0]
}

/** Which invitations, and who asks. */
export interface InvitationsAsked {
  readonly organizationId: string
  readonly userId: string
  readonly status: Invitation['status'] | undefined
  readonly limit: number
  readonly offset: number
}

/** An organization's invitations for one of its members, the latest first; nothing for anybody else. One statement. */
export async function listInvitations(db: Database, asked: InvitationsAsked): Promise<Invitation[] | undefined> {
  const { organizationId, userId, status, limit, offset } = asked
  if (!isId(organizationId)) return undefined
  const { rows } = await sql<Invitation & { isMember: boolean }>`
    select asker.is_member as "isMember", listed.* from (
      select exists (
        select from members where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid
      ) as is_member
    ) as asker left join lateral (
      select ${names} from invitations
      where asker.is_member and organization_id = ${organizationId}::uuid and (${status ?? null}::text is null or status = ${status ?? null})
      order by created_at desc, id desc limit ${limit} offset ${offset}
    ) as listed on true`.execute(db)
  if (!rows[0]?.isMember) return undefined
  return rows.filter(({ id }) => id !== null).map(({ isMember: _, ...invitation }) => invitation)
}
