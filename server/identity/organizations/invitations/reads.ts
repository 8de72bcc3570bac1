import { sql } from 'kysely'
import { z } from 'zod'
import type { Roles } from '#contract/access.ts'
import { emailLimits, recipientKey, recipientRule } from '#identity/mail/index.ts'
import { customRolesJson, rolesFor } from '#identity/organizations/index.ts'
import { type Invitation, invitationColumns, invitationStatuses, type MemberPermissions } from '#identity/organizations/model.ts'
import { present } from '#kernel/assert.ts'
import { isId, NO_ID } from '#kernel/id.ts'
import type { Guard } from '#platform/database/batch-statements.ts'
import type { Database } from '#platform/database/database.ts'
import { added, integerText, namedId } from '#platform/http/wire-parts.ts'
import type { Platform } from '#platform/platform.ts'
import { offsetList } from '#platform/resource/auth-list.ts'
import { among, equal, type FilterContext, filter, search } from '#platform/resource/filters.ts'
import { rows } from '#platform/resource/table.ts'
import { type InvitationView, invitationStates, LISTED_MAXIMUM, type StoredInvitation } from './model.ts'
import type { InviteState } from './rules.ts'
import { invitations, isRecipientUnattended } from './store.ts'

const OFFSET_MAXIMUM = 1_000_000

const names = invitations.modelSelection()

const isOpen = sql`invitations.status = 'pending' and invitations.expires_at >`

/** The inviter, the invited email, the organization and the team. Ids are as they were requested. */
export interface InviteTarget {
  readonly organizationId: string
  readonly inviterId: string
  /** Folded. */
  readonly email: string
  readonly teamId: string | null
  readonly now: Date
}

/** The state that decides on an invitation, and the wait until the email may be mailed again. */
export interface StoredInviteState {
  readonly state: InviteState
  /** The stored form of the state; another one after any change of it. */
  readonly version: string
  /** Seconds until the email may be mailed again; 0 for now. */
  readonly waitSeconds: number
}

interface StateRow extends Omit<InviteState, 'inviter'> {
  readonly role: string | null
  readonly customRoles: Roles
}

/** The state that decides on an invitation: one statement. With `locked` the organization is held until the transaction ends. */
export async function readInviteState(
  db: Database,
  platform: Pick<Platform, 'limits' | 'settings'>,
  { locked, ...target }: InviteTarget & { readonly locked: boolean },
): Promise<StoredInviteState> {
  const { limits } = platform
  const { email, organizationId, now } = target
  const byOrganization = limits.blockedUntil(recipientRule('invitation'), recipientKey({ to: email, organizationId }), now)
  const byAll = limits.blockedUntil(emailLimits.invitations, email, now)
  const { rows: found } = await sql<{ version: string; ends: Date | null }>`
    select ${stateOf(target, locked)}::text as version, greatest(${byOrganization}, ${byAll}) as ends`.execute(db)
  const { version, ends } = present(found[0], 'The row of the invite state')
  const { role, customRoles, ...rest } = JSON.parse(version) as StateRow
  const inviter = role === null ? undefined : { member: { role }, roles: rolesFor(platform, customRoles) }
  return { state: { ...rest, inviter }, version, waitSeconds: ends ? limits.secondsUntil(emailLimits.invitations, ends, now) : 0 }
}

/** A guard for batched statements: the state still has this version. It locks the organization, so that this holds under concurrency. */
export function inviteGuard(target: InviteTarget, version: string): Guard {
  return { holds: sql`select true where ${stateOf(target, true)} = ${version}::jsonb` }
}

function stateOf({ organizationId, inviterId, email, teamId, now }: InviteTarget, locked: boolean) {
  // No row has this id, so another text names no organization and no team.
  const idOf = (text: string) => (isId(text) ? text : NO_ID)
  const team = teamId === null ? null : idOf(teamId)
  return sql`invite_state(${idOf(organizationId)}::uuid, ${inviterId}::uuid, ${email}::text, ${team}::uuid, ${now}::timestamptz, ${locked})`
}

const isInviterMember = sql`exists (
  select from members where members.organization_id = invitations.organization_id and members.user_id = invitations.inviter_id
)`
const shown = sql`
  select ${names}, organizations.name as "organizationName", organizations.slug as "organizationSlug", users.email as "inviterEmail",
    ${isInviterMember} as "isInviterMember", ${isRecipientUnattended} as "isRecipientUnattended"
  from invitations join organizations on organizations.id = invitations.organization_id join users on users.id = invitations.inviter_id`

/** An invitation with its organization and inviter: one statement; undefined for an invalid id. */
export async function findInvitationView(db: Database, id: string): Promise<InvitationView | undefined> {
  if (!isId(id)) return undefined
  const { rows: found } = await sql<InvitationView>`${shown} where invitations.id = ${id}::uuid`.execute(db)
  return found[0]
}

/** An invitation, and the caller's membership of its organization; null if the caller is not a member. */
export interface InvitationWithMembership {
  readonly invitation: StoredInvitation
  readonly membership: MemberPermissions | null
}

/** An invitation with the caller's membership: one statement; undefined for an invalid id. */
export async function findInvitationFor(
  db: Database,
  platform: Pick<Platform, 'settings'>,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<InvitationWithMembership | undefined> {
  if (!isId(id)) return undefined
  const { rows: found } = await sql<StoredInvitation & { ownRole: string | null; customRoles: Roles }>`
    select ${names}, members.role as "ownRole", ${customRolesJson('members.organization_id')} as "customRoles"
    from invitations
    left join members on members.organization_id = invitations.organization_id and members.user_id = ${userId}::uuid
    where invitations.id = ${id}::uuid`.execute(db)
  const [row] = found
  if (!row) return undefined
  const { ownRole, customRoles, ...invitation } = row
  return { invitation, membership: ownRole === null ? null : { member: { role: ownRole }, roles: rolesFor(platform, customRoles) } }
}

/** Selects the open invitations of a user. */
export interface ListPendingQuery {
  readonly userId: string
  /** Folded. */
  readonly email: string
  readonly now: Date
}

/**
 * The open invitations of an email, newest first, without those whose inviter has left and those to organizations of the user. None for an
 * account that was verified without its own session: its mailed links show them.
 */
export async function listPendingInvitations(db: Database, { userId, email, now }: ListPendingQuery): Promise<InvitationView[]> {
  const { rows: found } = await sql<InvitationView>`
    ${shown}
    where invitations.email = ${email} and ${isOpen} ${now} and ${isInviterMember} and not ${isRecipientUnattended} and not exists (
      select from members where members.organization_id = invitations.organization_id and members.user_id = ${userId}::uuid
    )
    order by invitations.created_at desc, invitations.id desc limit ${LISTED_MAXIMUM}`.execute(db)
  return found
}

/** The content of an invitation email. */
export interface InvitationEmail extends Pick<Invitation, 'id' | 'email' | 'expiresAt'> {
  readonly digest: string
  readonly sealed: string
  /** When the secret was created. */
  readonly issuedAt: Date
  readonly organizationName: string
  readonly inviterEmail: string
  readonly inviterName: string
  /** The language that the invited user chose, or otherwise the inviter; null if neither chose one. */
  readonly language: string | null
}

/** The content of the email of an open invitation; undefined if the invitation is settled or expired. */
export async function findInvitationEmail(
  db: Database,
  { organizationId, id, now }: { readonly organizationId: string; readonly id: string; readonly now: Date },
): Promise<InvitationEmail | undefined> {
  const { rows: found } = await sql<InvitationEmail>`
    select invitations.id, invitations.email, invitations.expires_at as "expiresAt", invitations.secret_digest as digest,
      invitations.sealed_secret as sealed, invitations.updated_at as "issuedAt", organizations.name as "organizationName",
      users.email as "inviterEmail", users.name as "inviterName",
      coalesce((select language from users as invited where invited.email = invitations.email), users.language) as language
    from invitations join organizations on organizations.id = invitations.organization_id join users on users.id = invitations.inviter_id
    where invitations.organization_id = ${organizationId}::uuid and invitations.id = ${id}::uuid and ${isOpen} ${now}`.execute(db)
  return found[0]
}

const stateOfInvitation = ({ clock }: FilterContext) =>
  sql`case when invitations.status = 'pending' and invitations.expires_at <= ${clock.now()}::timestamptz then 'expired' else invitations.status end`

/** The invitations of an organization, newest first: with `pageForMember`. */
export const invitationList = offsetList(rows('invitations', invitationColumns), {
  filters: {
    // It names the organization: `pageForMember`.
    organizationId: filter(namedId.optional(), () => undefined).meta({ description: 'Default: the active organization.' }),
    status: equal('invitations.status', z.enum(invitationStatuses)).meta(
      added('Only invitations with this status; an expired one is still pending.'),
    ),
    state: among(stateOfInvitation, z.enum(invitationStates)).meta(
      added('Only invitations in this state: their status, or `expired` in place of pending.'),
    ),
    search: search('invitations.email').meta(added('Only invitations whose email contains this text.')),
  },
  sorting: { createdAt: 'invitations.created_at' },
  defaultSorting: 'createdAt',
  fixed: 'desc',
  page: {
    shape: {
      limit: integerText(1, LISTED_MAXIMUM)
        .optional()
        .meta({ ...added('Page size.'), default: LISTED_MAXIMUM }),
      offset: integerText(0, OFFSET_MAXIMUM)
        .optional()
        .meta({ ...added('Number of newest invitations to skip.'), default: 0 }),
    },
    limit: LISTED_MAXIMUM,
  },
})
