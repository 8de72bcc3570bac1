import { type RawBuilder, sql } from 'kysely'
import { type LookUpReads, type SignedInRow, signedInColumns } from '#identity/sessions/index.ts'
import type { Roles } from '#kernel/access.ts'
import type { Database } from '#platform/database/database.ts'
import { preparedRead, preparedReadOf } from '#platform/database/prepared.ts'
import type { CallerMembership } from '#platform/http/caller.ts'
import { fromMemberJson, type MemberJson, madeRolesJson, membersJson } from './members/reads.ts'
import { type FullOrganization, type Invitation, LISTED_IN_ONE_MAXIMUM, LISTED_MAXIMUM, type Organization, type Team } from './model.ts'
import { fromOrganizationRow, type OrganizationRow, organizationColumns } from './store.ts'

/** A membership with the roles that its organization made. */
export type MembershipRow = CallerMembership & { readonly made: Roles }

/** A session, its person and where they are a member. */
export type SignedInMemberRow = SignedInRow & { readonly memberships: readonly MembershipRow[] }

const signedInTables = sql.raw('from sessions join users on users.id = sessions.user_id')

const signedInMembers = sql`
  select ${signedInColumns}, (
    select coalesce(json_agg(json_build_object(
      'organizationId', members.organization_id, 'role', members.role, 'made', ${madeRolesJson('members.organization_id')}
    )), '[]')
    from members where members.user_id = users.id
  ) as memberships ${signedInTables}`

/** The session of a digest, or those of several, their persons and where these are members, expired or not: one statement. */
export const signedInMemberReads: LookUpReads<SignedInMemberRow> = readsOf(signedInMembers)

/** The two statements of a look-up by this select. */
function readsOf<Row>(select: RawBuilder<unknown>): LookUpReads<Row> {
  return {
    one: preparedRead((db, digest: string) => sql<Row>`${select} where sessions.token_digest = ${digest}`.compile(db)),
    several: preparedRead((db, digests: readonly string[]) =>
      sql<Row>`${select} where sessions.token_digest = any(${digests}::text[])`.compile(db),
    ),
  }
}

/** A session, its person and the organizations that they belong to, the first joined first. */
export type SignedInListRow = SignedInRow & { readonly organizations: readonly OrganizationJson[] }

/** The session of a digest with its person and their organizations, at most a hundred: one statement. */
export const signedInListReads: LookUpReads<SignedInListRow> = readsOf(sql`
  select ${signedInColumns}, (
    select coalesce(json_agg(json_build_object(
      'id', organizations.id, 'name', organizations.name, 'slug', organizations.slug, 'logo', organizations.logo,
      'metadata', organizations.metadata, 'createdAt', organizations.created_at, 'modifiedAt', organizations.modified_at
    ) order by joined.created_at, joined.id), '[]')
    from (
      select organization_id, created_at, id from members where members.user_id = users.id
      order by created_at, id limit ${sql.lit(LISTED_MAXIMUM)}
    ) as joined join organizations on organizations.id = joined.organization_id
  ) as organizations ${signedInTables}`)

/** The organizations that the person belongs to, the first joined first, at most a hundred. */
export async function listOrganizations(db: Database, userId: string): Promise<Organization[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(organizationColumns)
    .where('members.user_id', '=', userId)
    .orderBy('members.created_at')
    .orderBy('members.id')
    .limit(LISTED_MAXIMUM)
    .execute()
  return rows.map(fromOrganizationRow)
}

/** An organization by its id or by its slug. */
export type OrganizationKey = { readonly id: string } | { readonly slug: string }

/** Times inside of the database's JSON are text. */
type AsJson<Thing, Times extends keyof Thing> = Omit<Thing, Times> & { readonly [Time in Times]: string }

type OrganizationJson = AsJson<Omit<OrganizationRow, 'modifiedAt'>, 'createdAt'> & { readonly modifiedAt: string | null }

/** An invitation as an array, for what `membersJson` tells. */
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

/** The organization of the joined row with everybody in it, as one JSON object; at most so many members. */
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

/** Whose full view of which organization, with how many members at most. */
export interface FullView {
  readonly userId: string
  readonly key: OrganizationKey
  readonly membersMaximum: number
}

/** The organization with everybody in it, in one statement; nothing when it does not exist or the person is no member. */
export async function findFullOrganization(db: Database, view: FullView): Promise<FullOrganization | undefined> {
  const { userId, key, membersMaximum } = view
  const isWanted = 'id' in key ? sql`organizations.id = ${key.id}::uuid` : sql`organizations.slug = ${key.slug}`
  const { rows } = await sql<{ organization: FullJson }>`
    select ${fullJson(sql`${membersMaximum}`)} as organization
    from organizations where ${isWanted} and ${hasMember(sql`${userId}::uuid`)}`.execute(db)
  return rows[0] && fromFullJson(rows[0].organization)
}

/** A session, its person, and the organization that is meant; null where there is none, or they are no member. */
export type SignedInFullRow = SignedInRow & { readonly organization: FullJson | null }

/** What is looked for: a session by its digest, and an organization by id or slug; by neither, the session's active one. */
export interface FullWanted {
  readonly digest: string
  readonly id: string | null
  readonly slug: string | null
  readonly membersMaximum: number
}

/** The session of a digest, its person and the organization that is meant: one statement. */
export const signedInFull = preparedReadOf<SignedInFullRow, FullWanted>((db, { digest, id, slug, membersMaximum }) =>
  sql<SignedInFullRow>`
    select ${signedInColumns}, full_view.organization
    ${signedInTables} left join lateral (
      select ${fullJson(sql`${membersMaximum}::int`)} as organization from organizations
      where organizations.id = coalesce(
        ${id}::uuid,
        (select named.id from organizations as named where named.slug = ${slug}::text),
        case when ${slug}::text is null then sessions.active_organization_id end
      ) and ${hasMember(sql`users.id`)}
    ) as full_view on true
    where sessions.token_digest = ${digest}`.compile(db),
)

/** The organization of its JSON. */
export function fromOrganizationJson({ createdAt, modifiedAt, ...row }: OrganizationJson): Organization {
  return fromOrganizationRow({ ...row, createdAt: new Date(createdAt), modifiedAt: modifiedAt === null ? null : new Date(modifiedAt) })
}

/** The organization and everybody in it of their JSON. */
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

/** Who answers for an organization: its name, and its owners' ids, names and addresses. */
export interface OrganizationOwners {
  readonly organization: string
  readonly slug: string
  readonly owners: readonly { readonly id: string; readonly name: string; readonly email: string }[]
}

/** The owners of an organization, or undefined where it does not exist; one statement. */
export async function findOwners(db: Database, organizationId: string): Promise<OrganizationOwners | undefined> {
  const rows = await db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['organizations.name as organization', 'organizations.slug', 'users.id', 'users.name', 'users.email'])
    .where('organizations.id', '=', organizationId)
    .where(sql<boolean>`'owner' = any(string_to_array(members.role, ','))`)
    .orderBy('users.id')
    .execute()
  const [first] = rows
  return first && { organization: first.organization, slug: first.slug, owners: rows.map(({ id, name, email }) => ({ id, name, email })) }
}
