import { type RawBuilder, sql } from 'kysely'
import { type Roles, rolesWith } from '#kernel/access.ts'
import { isId } from '#kernel/id.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { containing, type Listed } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import type { Member, Membership, MemberWithUser } from '../model.ts'
import { fromOrganizationRow, type OrganizationRow, organizationColumns } from '../store.ts'
import { memberColumns } from './store.ts'

/** Which organization, and whose place in it. */
export interface Belonging {
  /** As it was given: whatever is no id is no organization. */
  readonly organizationId: string
  readonly userId: string
}

/** The roles that an organization made, as one JSON object, by the column that names it: for whatever reads a membership. */
export function madeRolesJson(organizationId: 'organizations.id' | 'members.organization_id'): RawBuilder<Roles> {
  return sql<Roles>`(
    select coalesce(json_object_agg(made.name, made.permissions), '{}') from organization_roles as made
    where made.organization_id = ${sql.ref(organizationId)}
  )`
}

/** The roles that an organization made; nothing when there is no such organization. One statement. */
export async function findMadeRoles(db: Database, organizationId: string): Promise<Roles | undefined> {
  const select = db.selectFrom('organizations').where('id', '=', organizationId).select(madeRolesJson('organizations.id').as('made'))
  return (await select.executeTakeFirst())?.made
}

/** The roles of an organization, by those that it made. */
export function rolesFor({ settings }: Pick<Platform, 'settings'>, made: Roles): Roles {
  return rolesWith(settings.ORGANIZATION_ROLES, made)
}

/** What the person is in the organization, with what its roles mean; nothing for an outsider. One statement. */
export async function membershipOf(
  db: Database,
  platform: Pick<Platform, 'settings'>,
  { organizationId, userId }: Belonging,
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
      ...organizationColumns,
      madeRolesJson('organizations.id').as('made'),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { memberId, role, teamId, joinedAt, made, ...organization } = row
  return membership(platform, { organization, made, member: { id: memberId, userId, role, teamId, createdAt: joinedAt } })
}

interface MembershipParts {
  readonly organization: OrganizationRow
  readonly made: Roles
  readonly member: Omit<Member, 'organizationId'>
}

function membership(platform: Pick<Platform, 'settings'>, { organization, made, member }: MembershipParts): Membership {
  return {
    member: { ...member, organizationId: organization.id },
    organization: fromOrganizationRow(organization),
    roles: rolesFor(platform, made),
  }
}

/**
 * Holds the organization until the transaction ends: whatever depends on all members, on limits or on the last owner happens
 * one after another. What was read before it may be out of date. False when there is none.
 */
export async function holdOrganization(tx: Tx, organizationId: string): Promise<boolean> {
  if (!isId(organizationId)) return false
  return (await sql`select from organizations where id = ${organizationId}::uuid for no key update`.execute(tx)).rows.length > 0
}

/** The membership as `membershipOf` gives it, of an organization that is held until the transaction ends. Two statements. */
export async function heldMembershipOf(
  tx: Tx,
  platform: Pick<Platform, 'settings'>,
  belonging: Belonging,
): Promise<Membership | undefined> {
  // Two, for what the first waits for is seen by the second alone.
  return (await holdOrganization(tx, belonging.organizationId)) ? membershipOf(tx, platform, belonging) : undefined
}

/** How one member is named: by their own id, by that of the person, or by the person's folded address. */
export type MemberKey = { readonly memberId: string } | { readonly userId: string } | { readonly email: string }

/** A member of an organization, with the person; nothing where it has no such member. */
export async function findMember(db: Database, organizationId: string, key: MemberKey): Promise<MemberWithUser | undefined> {
  if (!isId(organizationId) || ('memberId' in key && !isId(key.memberId))) return undefined
  const select = db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([...memberColumns, 'users.name as name', 'users.email as email', 'users.image as image'])
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
 * The members of a select (`id, organization_id, user_id, role, team_id, created_at`) with their persons, the first who joined
 * first, as one JSON array. Each is an array too: objects with their names cost the database twice as much, for a hundred members
 * more than everything else in such a statement.
 */
export function membersJson(members: RawBuilder<unknown>): RawBuilder<readonly MemberJson[]> {
  return sql<readonly MemberJson[]>`(
    select coalesce(json_agg(json_build_array(
      shown.id, shown.organization_id, shown.user_id, shown.role, shown.team_id, shown.created_at, shown.name, shown.email, shown.image
    )), '[]')
    from (
      select listed.id, listed.organization_id, listed.user_id, listed.role, listed.team_id, listed.created_at,
        person.name, person.email, person.image
      from (${members}) as listed join users as person on person.id = listed.user_id
      order by listed.created_at, listed.id
    ) as shown
  )`
}

/** A member as `membersJson` has it: times are text. */
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

/** The member of its JSON. */
export function fromMemberJson([id, organizationId, userId, role, teamId, createdAt, name, email, image]: MemberJson): MemberWithUser {
  return { id, organizationId, userId, role, teamId, createdAt: new Date(createdAt), user: { id: userId, name, email, image } }
}

/** Which members of an organization a list shows, and to whom. */
export interface MemberList extends Belonging {
  readonly limit: number
  readonly offset: number
  /** Part of a name or an address. */
  readonly search: string | undefined
}

/** A page of an organization's members, the first who joined first, and how many there are; nothing for an outsider. One statement. */
export async function listMembers(db: Database, list: MemberList): Promise<Listed<MemberWithUser> | undefined> {
  const { organizationId, userId, limit, offset, search } = list
  if (!isId(organizationId)) return undefined
  const pattern = search === undefined ? null : containing(search)
  const page = sql`
    select id, organization_id, user_id, role, team_id, created_at from found order by created_at, id limit ${limit}::int offset ${offset}::int`
  const { rows } = await sql<{ isIn: boolean; total: number; items: readonly MemberJson[] }>`
    with found as (
      select members.id, members.organization_id, members.user_id, members.role, members.team_id, members.created_at
      from members join users on users.id = members.user_id
      where members.organization_id = ${organizationId}::uuid
        and (${pattern}::text is null or users.name ilike ${pattern}::text or users.email ilike ${pattern}::text)
    )
    select
      exists (select from members where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid) as "isIn",
      (select count(*)::int from found) as total,
      ${membersJson(page)} as items`.execute(db)
  const found = rows[0]
  return found?.isIn ? { items: found.items.map(fromMemberJson), total: found.total } : undefined
}

type MemberRow = Member & Omit<MemberWithUser['user'], 'id'>

function toMember({ name, email, image, ...found }: MemberRow): MemberWithUser {
  return { ...found, user: { id: found.userId, name, email, image } }
}
