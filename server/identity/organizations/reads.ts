import { type RawBuilder, sql } from 'kysely'
import { type LookUpReads, type SignedInRow, signedInColumns } from '#identity/sessions/index.ts'
import type { Database } from '#platform/database/database.ts'
import { fixedRead } from '#platform/database/fixed.ts'
import type { CallerMembership } from '#platform/http/caller.ts'
import { type FullOrganization, LISTED_MAXIMUM, MEMBERS_MAXIMUM, type MemberWithUser, type Organization } from './model.ts'
import { fromOrganizationRow, type OrganizationRow, organizationColumns } from './store.ts'

/** A session, its person and where they are a member. */
export type SignedInMemberRow = SignedInRow & { readonly memberships: readonly CallerMembership[] }

const signedInMembers = sql`
  select ${signedInColumns}, (
    select coalesce(json_agg(json_build_object('organizationId', members.organization_id, 'role', members.role)), '[]')
    from members where members.user_id = users.id
  ) as memberships
  from sessions join users on users.id = sessions.user_id`

/** The session of a digest, or those of several, their persons and where these are members, expired or not: one statement. */
export const signedInMemberReads: LookUpReads<SignedInMemberRow> = {
  one: fixedRead((db, digest: string) => sql<SignedInMemberRow>`${signedInMembers} where sessions.token_digest = ${digest}`.compile(db)),
  several: fixedRead((db, digests: readonly string[]) =>
    sql<SignedInMemberRow>`${signedInMembers} where sessions.token_digest = any(${digests}::text[])`.compile(db),
  ),
}

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

interface MemberJson extends Omit<MemberWithUser, 'createdAt' | 'user'> {
  readonly createdAt: string
  readonly user: MemberWithUser['user']
}

/** The organization with its members, in one statement; nothing when it does not exist or the person is no member. */
export async function findFullOrganization(db: Database, userId: string, key: OrganizationKey): Promise<FullOrganization | undefined> {
  const isWanted: RawBuilder<unknown> = 'id' in key ? sql`organizations.id = ${key.id}::uuid` : sql`organizations.slug = ${key.slug}`
  const { rows } = await sql<OrganizationRow & { members: MemberJson[] }>`
    select organizations.id, organizations.name, organizations.slug, organizations.logo, organizations.metadata,
      organizations.created_at as "createdAt", organizations.modified_at as "modifiedAt",
      (
        select coalesce(json_agg(json_build_object(
          'id', listed.id, 'organizationId', listed.organization_id, 'userId', listed.user_id, 'role', listed.role,
          'createdAt', listed.created_at,
          'user', json_build_object('id', users.id, 'name', users.name, 'email', users.email, 'image', users.image)
        ) order by listed.created_at, listed.id), '[]')
        from (
          select id, organization_id, user_id, role, created_at from members
          where organization_id = organizations.id order by created_at, id limit ${MEMBERS_MAXIMUM}
        ) as listed join users on users.id = listed.user_id
      ) as members
    from organizations
    where ${isWanted} and exists (select from members where organization_id = organizations.id and user_id = ${userId}::uuid)`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const members = row.members.map((member) => ({ ...member, createdAt: new Date(member.createdAt) }))
  return { ...fromOrganizationRow(row), members }
}

/** The person's membership of an organization, with the person. */
export async function findMember(db: Database, organizationId: string, userId: string): Promise<MemberWithUser | undefined> {
  const row = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([
      'members.id as id',
      'members.organization_id as organizationId',
      'members.user_id as userId',
      'members.role as role',
      'members.created_at as createdAt',
      'users.name as name',
      'users.email as email',
      'users.image as image',
    ])
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { name, email, image, ...found } = row
  return { ...found, user: { id: found.userId, name, email, image } }
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
