import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Roles, rolesWith, type Scope, scopesOfRoles } from '#contract/access.ts'
import { users } from '#identity/users/index.ts'
import { banStateOf } from '#identity/users/model.ts'
import { isId } from '#kernel/id.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { added, id, integerText, oneOrMore, text } from '#platform/http/wire-parts.ts'
import type { Platform } from '#platform/platform.ts'
import { type AuthListRequest, offsetList } from '#platform/resource/auth-list.ts'
import { byName } from '#platform/resource/by-name.ts'
import { filter, search } from '#platform/resource/filters.ts'
import type { Member, Membership, MemberWithUser, OrganizationRow } from '../model.ts'
import { fromOrganizationRow, organizations } from '../store.ts'
import { members } from './store.ts'

/** Identifies a membership by organization and user. */
export interface MembershipKey {
  /** As it was requested: a text that is not an id names no organization. */
  readonly organizationId: string
  readonly userId: string
}

/** The custom roles of the organization in this column, as one JSON object; for statements that read a membership. */
export function customRolesJson(
  organizationId: 'organizations.id' | 'members.organization_id' | 'joined.organization_id',
): RawBuilder<Roles> {
  return sql<Roles>`(
    select coalesce(json_object_agg(custom.name, custom.permissions), '{}') from organization_roles as custom
    where custom.organization_id = ${sql.ref(organizationId)}
  )`
}

/** The custom roles of an organization; undefined if it does not exist. One statement. */
export async function findCustomRoles(db: Database, organizationId: string): Promise<Roles | undefined> {
  const select = db
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .select(customRolesJson('organizations.id').as('customRoles'))
  return (await select.executeTakeFirst())?.customRoles
}

/** All roles of an organization: built-in, configured and custom ones. */
export function rolesFor({ settings }: Pick<Platform, 'settings'>, customRoles: Roles): Roles {
  return rolesWith(settings.ORGANIZATION_ROLES, customRoles)
}

/** The membership of a user, with the permissions of the organization's roles; undefined for a non-member. One statement. */
export async function findMembership(
  db: Database,
  platform: Pick<Platform, 'settings'>,
  { organizationId, userId }: MembershipKey,
): Promise<Membership | undefined> {
  if (!isId(organizationId)) return undefined
  const row = await db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', userId)
    .select([
      'members.id as memberId',
      'members.role as role',
      'members.team_id as teamId',
      'members.created_at as joinedAt',
      ...organizations.aliases,
      customRolesJson('organizations.id').as('customRoles'),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { memberId, role, teamId, joinedAt, customRoles, ...organization } = row
  return toMembership(platform, { organization, customRoles, member: { id: memberId, userId, role, teamId, createdAt: joinedAt } })
}

/**
 * The scopes that a user has in an organization at this instant, without a request of theirs; none for a user who is no member, or
 * banned.
 */
export async function scopesOfUser(
  db: Database,
  platform: Pick<Platform, 'settings'>,
  { now, ...key }: MembershipKey & { readonly now: Date },
): Promise<readonly Scope[]> {
  const membership = await findMembership(db, platform, key)
  if (!membership) return []
  const [user] = await users.select(db, sql`where id = ${membership.member.userId}`)
  if (!user || banStateOf(user, now) === 'active') return []
  return scopesOfRoles(membership.member.role, membership.roles)
}

interface MembershipParts {
  readonly organization: OrganizationRow
  readonly customRoles: Roles
  readonly member: Omit<Member, 'organizationId'>
}

function toMembership(platform: Pick<Platform, 'settings'>, { organization, customRoles, member }: MembershipParts): Membership {
  return {
    member: { ...member, organizationId: organization.id },
    organization: fromOrganizationRow(organization),
    roles: rolesFor(platform, customRoles),
  }
}

/**
 * Locks the organization until the transaction ends: actions that depend on all members, on limits or on the last owner run one after
 * another. Values that were read before may be outdated. False if the organization does not exist.
 */
export async function lockOrganizationById(tx: Tx, organizationId: string): Promise<boolean> {
  if (!isId(organizationId)) return false
  return (await sql`select from organizations where id = ${organizationId}::uuid for no key update`.execute(tx)).rows.length > 0
}

/** Locks the organization until the transaction ends, and returns the membership as `findMembership` does. Two statements. */
export async function findLockedMembership(
  tx: Tx,
  platform: Pick<Platform, 'settings'>,
  key: MembershipKey,
): Promise<Membership | undefined> {
  // Two statements, because only the second one sees the changes that the first one waits for.
  return (await lockOrganizationById(tx, key.organizationId)) ? findMembership(tx, platform, key) : undefined
}

/** Identifies a member within an organization: by member id, by user id, or by the user's folded email. */
export type MemberKey = { readonly memberId: string } | { readonly userId: string } | { readonly email: string }

/** A member of an organization with the user; undefined if the organization has no such member. */
export async function findMember(db: Database, organizationId: string, key: MemberKey): Promise<MemberWithUser | undefined> {
  if (!isId(organizationId) || ('memberId' in key && !isId(key.memberId))) return undefined
  const select = db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([...members.aliases, 'users.name as name', 'users.email as email', 'users.image as image'])
    .where('members.organization_id', '=', organizationId)
  const row = await ('memberId' in key
    ? select.where('members.id', '=', key.memberId)
    : 'userId' in key
      ? select.where('members.user_id', '=', key.userId)
      : select.where('users.email', '=', key.email)
  ).executeTakeFirst()
  return row && toMember(row)
}

/**
 * The page of a list of `table` that the members of this organization may read, for a user: without a membership there is no page.
 * Undefined for an invalid id.
 */
export function pageForMember(
  table: 'teams' | 'invitations' | 'members',
  { organizationId, userId }: MembershipKey,
): Required<Pick<AuthListRequest, 'where' | 'reader'>> | undefined {
  if (!isId(organizationId)) return undefined
  return {
    where: sql`${sql.ref(`${table}.organization_id`)} = ${organizationId}::uuid`,
    reader: sql`select 1 as one from members where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid`,
  }
}

/** The comma-joined roles of a member, for another member; undefined unless both are members. One statement. */
export async function findMemberRole(
  db: Database,
  organization: { readonly id: string } | { readonly slug: string },
  { readerId, userId }: { readonly readerId: string; readonly userId: string },
): Promise<string | undefined> {
  if (('id' in organization && !isId(organization.id)) || !isId(userId)) return undefined
  const isSelected =
    'id' in organization ? sql`organizations.id = ${organization.id}::uuid` : sql`organizations.slug = ${organization.slug}`
  const { rows } = await sql<{ role: string }>`
    select members.role from organizations
    join members as reader on reader.organization_id = organizations.id and reader.user_id = ${readerId}::uuid
    join members on members.organization_id = organizations.id and members.user_id = ${userId}::uuid
    where ${isSelected}`.execute(db)
  return rows[0]?.role
}

/**
 * The members of a select (`id, organization_id, user_id, role, team_id, created_at`) with their users, in the order of joining, as
 * one JSON array. Each member is an array too: JSON objects cost the database twice as much, for a hundred members more than the rest
 * of such a statement.
 */
export function membersJson(selected: RawBuilder<unknown>): RawBuilder<readonly MemberJson[]> {
  return sql<readonly MemberJson[]>`(
    select coalesce(json_agg(json_build_array(
      shown.id, shown.organization_id, shown.user_id, shown.role, shown.team_id, shown.created_at, shown.name, shown.email, shown.image
    )), '[]')
    from (
      select listed.id, listed.organization_id, listed.user_id, listed.role, listed.team_id, listed.created_at,
        account.name, account.email, account.image
      from (${selected}) as listed join users as account on account.id = listed.user_id
      order by listed.created_at, listed.id
    ) as shown
  )`
}

/** A member of `membersJson`: times are text. */
export type MemberJson = readonly [
  id: string,
  organizationId: string,
  userId: string,
  role: string,
  teamId: string | null,
  createdAt: string,
  name: string,
  email: string,
  image: string | null,
]

/** Parses the JSON of a member. */
export function fromMemberJson([id, organizationId, userId, role, teamId, createdAt, name, email, image]: MemberJson): MemberWithUser {
  return { id, organizationId, userId, role, teamId, createdAt: new Date(createdAt), user: { id: userId, name, email, image } }
}

const PAGE_MAXIMUM = 100
const OFFSET_MAXIMUM = 1_000_000
const ROLE_MAXIMUM = 255

/** In a filter by team: the members without one. */
const NO_TEAM = 'none'

/** The members of an organization, in the order of joining unless the caller sorts them: with `pageForMember`. */
export const memberList = offsetList(members, {
  with: {
    user: {
      select: sql`json_build_object('id', users.id, 'name', users.name, 'email', users.email, 'image', users.image)`,
      join: sql`join users on users.id = members.user_id`,
      read: (user: unknown) => user as MemberWithUser['user'],
    },
  },
  filters: {
    // It names the organization: `pageForMember`.
    organizationId: filter(z.string().optional(), () => undefined).meta({ description: 'Default: the active organization.' }),
    search: search('users.name', 'users.email').meta({ description: 'Part of a name or an email.' }),
    role: filter(
      oneOrMore(text(1, ROLE_MAXIMUM)),
      (roles) => sql<boolean>`string_to_array(members.role, ',') && ${[...roles]}::text[]`,
    ).meta(added('Only members with this role; may be repeated.')),
    teamId: filter(oneOrMore(z.union([id, z.literal(NO_TEAM)])), (teams) => {
      const isOutside = teams.includes(NO_TEAM)
      const inside = teams.filter((team) => team !== NO_TEAM)
      return sql<boolean>`(members.team_id = ${anyOf(inside)} or (${isOutside}::boolean and members.team_id is null))`
    }).meta(added('Only members of this team, or with `none` those without one; may be repeated.')),
  },
  sorting: { createdAt: 'members.created_at', name: byName('users.name'), role: 'members.role' },
  defaultSorting: 'createdAt',
  page: {
    shape: {
      limit: integerText(1, PAGE_MAXIMUM).optional().meta({ default: PAGE_MAXIMUM }),
      offset: integerText(0, OFFSET_MAXIMUM).optional().meta({ default: 0 }),
    },
    limit: PAGE_MAXIMUM,
  },
})

type MemberRow = Member & Omit<MemberWithUser['user'], 'id'>

function toMember({ name, email, image, ...found }: MemberRow): MemberWithUser {
  return { ...found, user: { id: found.userId, name, email, image } }
}
