import { type RawBuilder, sql } from 'kysely'
import { organizationRoles, type Roles } from '#contract/access.ts'
import { type LookupReads, type SessionWithUserRow, sessionWithUserColumns } from '#identity/sessions/index.ts'
import { isId } from '#kernel/id.ts'
import type { Database } from '#platform/database/database.ts'
import { preparedRead, preparedReadOf } from '#platform/database/prepared-statements.ts'
import { customRolesJson, fromMemberJson, type MemberJson, membersJson } from './members/reads.ts'
import {
  type FullOrganization,
  type Invitation,
  LISTED_IN_ONE_MAXIMUM,
  LISTED_MAXIMUM,
  type Organization,
  type OrganizationRow,
  type Team,
} from './model.ts'
import { fromOrganizationRow, organizations } from './store.ts'

/** The comma-joined roles of a user in an organization. Its custom roles are empty where one built-in role says everything. */
export interface MembershipRow {
  readonly organizationId: string
  readonly role: string
  readonly customRoles: Roles
}

/** A session, its user and the memberships that decide on its requests. */
export type SessionMembershipsRow = SessionWithUserRow & { readonly memberships: readonly MembershipRow[] }

const sessionTables = sql.raw('from sessions join users on users.id = sessions.user_id')

const builtInRoles = sql.join(Object.keys(organizationRoles).map((role) => sql.lit(role)))

// A request knows the organization of its resource only when the resource is read, after its caller. The bound keeps that caller as cheap
// for a person with thousands of organizations as for one with a hundred.
const sessionMemberships = sql`
  select ${sessionWithUserColumns}, (
    select coalesce(json_agg(json_build_object(
      'organizationId', joined.organization_id, 'role', joined.role,
      'customRoles', case when joined.role in (${builtInRoles}) then '{}' else ${customRolesJson('joined.organization_id')} end
    )), '[]')
    from (
      (select organization_id, role from members where user_id = users.id order by created_at, id limit ${sql.lit(LISTED_MAXIMUM)})
      union
      (select organization_id, role from members where organization_id = sessions.active_organization_id and user_id = users.id)
    ) as joined
  ) as memberships ${sessionTables}`

/**
 * The session of a digest, or those of several, expired or not, with its user and their memberships of the active organization and of the
 * hundred that they joined first: one statement. These hundred are those that `listOrganizations` lists.
 */
export const sessionMembershipReads: LookupReads<SessionMembershipsRow> = readsOf(sessionMemberships)

/** The two statements of a lookup with this select. */
function readsOf<Row>(select: RawBuilder<unknown>): LookupReads<Row> {
  return {
    one: preparedRead((db, digest: string) => sql<Row>`${select} where sessions.token_digest = ${digest}`.compile(db)),
    several: preparedRead((db, digests: readonly string[]) =>
      sql<Row>`${select} where sessions.token_digest = any(${digests}::text[])`.compile(db),
    ),
  }
}

/** An organization of a user, with what decides on their permissions. */
type JoinedOrganizationJson = OrganizationJson & { readonly role: string; readonly customRoles: Roles }

/** A session, its user and their organizations, in the order of joining. */
export type SessionOrganizationsRow = SessionWithUserRow & { readonly organizations: readonly JoinedOrganizationJson[] }

/** The session of a digest with its user and their organizations, at most a hundred: one statement. */
export const sessionOrganizationReads: LookupReads<SessionOrganizationsRow> = readsOf(sql`
  select ${sessionWithUserColumns}, (
    select coalesce(json_agg(json_build_object(
      'id', organizations.id, 'name', organizations.name, 'slug', organizations.slug, 'logo', organizations.logo,
      'metadata', organizations.metadata, 'createdAt', organizations.created_at, 'modifiedAt', organizations.modified_at,
      'role', joined.role, 'customRoles', ${customRolesJson('organizations.id')}
    ) order by joined.created_at, joined.id), '[]')
    from (
      select organization_id, created_at, id, role from members where members.user_id = users.id
      order by created_at, id limit ${sql.lit(LISTED_MAXIMUM)}
    ) as joined join organizations on organizations.id = joined.organization_id
  ) as organizations ${sessionTables}`)

/** The organizations of a user, in the order of joining, at most a hundred. */
export async function listOrganizations(db: Database, userId: string): Promise<Organization[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(organizations.aliases)
    .where('members.user_id', '=', userId)
    .orderBy('members.created_at')
    .orderBy('members.id')
    .limit(LISTED_MAXIMUM)
    .execute()
  return rows.map(fromOrganizationRow)
}

/** An organization by its id or by its slug. */
export type OrganizationKey = { readonly id: string } | { readonly slug: string }

/** In the JSON of the database, times are text. */
type AsJson<Thing, Times extends keyof Thing> = Omit<Thing, Times> & { readonly [Time in Times]: string }

type OrganizationJson = AsJson<Omit<OrganizationRow, 'modifiedAt'>, 'createdAt'> & { readonly modifiedAt: string | null }

/** An invitation as an array, for the reason given at `membersJson`. */
type InvitationJson = readonly [
  id: string,
  organizationId: string,
  email: string,
  role: string,
  teamId: string | null,
  status: Invitation['status'],
  inviterId: string,
  expiresAt: string,
]

function fromInvitationJson([id, organizationId, email, role, teamId, status, inviterId, expiresAt]: InvitationJson): Invitation {
  return { id, organizationId, email, role, teamId, status, inviterId, expiresAt: new Date(expiresAt) }
}

interface FullJson extends OrganizationJson {
  readonly members: readonly MemberJson[]
  readonly invitations: readonly InvitationJson[]
  readonly teams: readonly (AsJson<Omit<Team, 'updatedAt'>, 'createdAt'> & { readonly updatedAt: string | null })[]
}

/** The organization of the joined row with its members, invitations and teams, as one JSON object. */
const fullJson = (membersMaximum: RawBuilder<number>): RawBuilder<FullJson> => sql<FullJson>`json_build_object(
  'id', organizations.id, 'name', organizations.name, 'slug', organizations.slug, 'logo', organizations.logo,
  'metadata', organizations.metadata, 'createdAt', organizations.created_at, 'modifiedAt', organizations.modified_at,
  'members', ${membersJson(sql`
    select id, organization_id, user_id, role, team_id, created_at from members
    where organization_id = organizations.id order by created_at, id limit ${membersMaximum}`)},
  'invitations', (
    select coalesce(json_agg(json_build_array(
      listed.id, listed.organization_id, listed.email, listed.role, listed.team_id, listed.status, listed.inviter_id, listed.expires_at
    )), '[]')
    from (
      select id, organization_id, email, role, team_id, status, inviter_id, expires_at from invitations
      where organization_id = organizations.id order by created_at desc, id desc limit ${sql.lit(LISTED_IN_ONE_MAXIMUM)}
    ) as listed
  ),
  'teams', (
    select coalesce(json_agg(json_build_object(
      'id', listed.id, 'organizationId', listed.organization_id, 'name', listed.name,
      'createdAt', listed.created_at, 'updatedAt', listed.updated_at
    ) order by listed.id), '[]')
    from (
      select id, organization_id, name, created_at, updated_at from teams
      where organization_id = organizations.id order by id limit ${sql.lit(LISTED_IN_ONE_MAXIMUM)}
    ) as listed
  ))`

const hasMember = (userId: RawBuilder<unknown>) =>
  sql`exists (select from members where organization_id = organizations.id and user_id = ${userId})`

/** A member, an organization, and the maximum number of listed members. */
export interface MemberViewQuery {
  readonly userId: string
  readonly key: OrganizationKey
  readonly membersMaximum: number
}

/** The full organization: one statement; undefined if it does not exist or the user is not a member. */
export async function findFullOrganization(db: Database, query: MemberViewQuery): Promise<FullOrganization | undefined> {
  const { userId, key, membersMaximum } = query
  const isSelected = 'id' in key ? sql`organizations.id = ${key.id}::uuid` : sql`organizations.slug = ${key.slug}`
  const { rows } = await sql<{ organization: FullJson }>`
    select ${fullJson(sql`${membersMaximum}`)} as organization
    from organizations where ${isSelected} and ${hasMember(sql`${userId}::uuid`)}`.execute(db)
  return rows[0] && fromFullJson(rows[0].organization)
}

/** An organization of a member; undefined if it does not exist or the user is not a member. One statement. */
export async function findOrganizationOfMember(db: Database, key: OrganizationKey, userId: string): Promise<Organization | undefined> {
  if ('id' in key && !isId(key.id)) return undefined
  const row = await db
    .selectFrom('organizations')
    .select(organizations.aliases)
    .where('id' in key ? sql<boolean>`organizations.id = ${key.id}::uuid` : sql<boolean>`organizations.slug = ${key.slug}`)
    .where(sql<boolean>`${hasMember(sql`${userId}::uuid`)}`)
    .executeTakeFirst()
  return row && fromOrganizationRow(row)
}

/** A session, its user and the selected organization; null if there is none or the user is not a member. */
export type SessionFullOrganizationRow = SessionWithUserRow & { readonly organization: FullJson | null }

/** Selects a session by its digest, and an organization by id or slug; by neither, the session's active one. */
export interface FullOrganizationQuery {
  readonly digest: string
  readonly id: string | null
  readonly slug: string | null
  readonly membersMaximum: number
}

/** The session of a digest, its user and the selected organization: one statement. */
export const readSessionFullOrganization = preparedReadOf<SessionFullOrganizationRow, FullOrganizationQuery>(
  (db, { digest, id, slug, membersMaximum }) =>
    sql<SessionFullOrganizationRow>`
    select ${sessionWithUserColumns}, full_view.organization
    ${sessionTables} left join lateral (
      select ${fullJson(sql`${membersMaximum}::int`)} as organization from organizations
      where organizations.id = coalesce(
        ${id}::uuid,
        (select named.id from organizations as named where named.slug = ${slug}::text),
        case when ${slug}::text is null then sessions.active_organization_id end
      ) and ${hasMember(sql`users.id`)}
    ) as full_view on true
    where sessions.token_digest = ${digest}`.compile(db),
)

/** Parses the JSON of an organization. */
export function fromOrganizationJson({ createdAt, modifiedAt, ...row }: OrganizationJson): Organization {
  return fromOrganizationRow({ ...row, createdAt: new Date(createdAt), modifiedAt: modifiedAt === null ? null : new Date(modifiedAt) })
}

/** Parses the JSON of a full organization. */
export function fromFullJson({ members, invitations, teams, ...organization }: FullJson): FullOrganization {
  return {
    ...fromOrganizationJson(organization),
    members: members.map(fromMemberJson),
    invitations: invitations.map(fromInvitationJson),
    teams: teams.map(({ createdAt, updatedAt, ...team }) => ({
      ...team,
      createdAt: new Date(createdAt),
      updatedAt: updatedAt === null ? null : new Date(updatedAt),
    })),
  }
}

/** The id of an organization's first owner, as an expression of a larger statement. */
export function firstOwnerOf(organizationId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(
    select user_id from members where members.organization_id = ${organizationId} and 'owner' = any(string_to_array(members.role, ','))
    order by members.created_at, members.id limit 1)`
}

/** The name of an organization, and its owners' ids, names, emails and chosen languages. */
export interface OrganizationOwners {
  readonly organization: string
  readonly slug: string
  readonly owners: readonly { readonly id: string; readonly name: string; readonly email: string; readonly language: string | null }[]
}

/** Whether an email belongs to a member of the organization who has verified it. */
export async function isVerifiedMember(
  db: Database,
  { organizationId, email }: { readonly organizationId: string; readonly email: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from members join users on users.id = members.user_id
    where members.organization_id = ${organizationId}::uuid and users.email = lower(${email}) and users.is_email_verified`.execute(db)
  return rows.length > 0
}

/** The owners of an organization; undefined if it does not exist: one statement. */
export async function findOwners(db: Database, organizationId: string): Promise<OrganizationOwners | undefined> {
  const rows = await db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['organizations.name as organization', 'organizations.slug', 'users.id', 'users.name', 'users.email', 'users.language'])
    .where('organizations.id', '=', organizationId)
    .where(sql<boolean>`'owner' = any(string_to_array(members.role, ','))`)
    .orderBy('users.id')
    .execute()
  const [first] = rows
  const owners = rows.map(({ id, name, email, language }) => ({ id, name, email, language }))
  return first && { organization: first.organization, slug: first.slug, owners }
}
