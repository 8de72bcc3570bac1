import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SessionRecord } from '#identity/sessions/index.ts'
import { users } from '#identity/users/index.ts'
import { ORDINARY_USER, type User } from '#identity/users/model.ts'
import { foldCase } from '#kernel/text.ts'
import type { Database } from '#platform/database/database.ts'
import type { ListUsersQuery, UserField, UserFilter, UserSearch } from './model.ts'

const { ref } = sql

/**
 * The expressions by which users are compared and sorted. Names and emails are compared byte by byte, as their indexes are. A user who
 * was never banned is not banned.
 */
const columns: Readonly<Record<UserField, RawBuilder<unknown>>> = {
  id: ref('users.id'),
  email: sql`users.email collate "C"`,
  name: sql`lower(users.name) collate "C"`,
  username: ref('users.username'),
  displayUsername: ref('users.display_username'),
  role: ref('users.role'),
  image: ref('users.image'),
  banReason: ref('users.ban_reason'),
  emailVerified: ref('users.is_email_verified'),
  banned: sql`coalesce(users.is_banned, false)`,
  banExpires: ref('users.ban_expires_at'),
  createdAt: ref('users.created_at'),
  updatedAt: ref('users.updated_at'),
}

const operators = {
  eq: sql`is not distinct from`,
  ne: sql`is distinct from`,
  lt: sql`<`,
  lte: sql`<=`,
  gt: sql`>`,
  gte: sql`>=`,
} as const

function searchCondition({ field, operator, text }: UserSearch): RawBuilder<SqlBool> {
  const escaped = foldCase(text).replace(/[\\%_]/g, '\\$&')
  const pattern = { contains: `%${escaped}%`, starts_with: `${escaped}%`, ends_with: `%${escaped}` }[operator]
  return sql<SqlBool>`${columns[field]} like ${pattern}`
}

function filterCondition({ field, comparison, value }: UserFilter): RawBuilder<SqlBool> {
  if (field === 'banned') return (comparison === 'eq') === value ? sql`users.is_banned` : sql`users.is_banned is not true`
  if (field === 'role' && comparison === 'eq' && value !== 'user') return sql`users.role <> 'user' and users.role = ${value}`
  const compared = field === 'name' || field === 'email' ? foldCase(String(value)) : value
  // An index supports `=`, but not `is not distinct from`; the value of a filter is never null.
  const operator = comparison === 'eq' ? sql`=` : operators[comparison]
  return sql<SqlBool>`${columns[field]} ${operator} ${compared}`
}

// A partial index holds the few users with other roles than the ordinary one.
function roleCondition(role: string): RawBuilder<SqlBool> {
  const hasRole = sql<SqlBool>`${role} = any(string_to_array(users.role, ','))`
  return role === ORDINARY_USER ? hasRole : sql<SqlBool>`users.role <> ${sql.lit(ORDINARY_USER)} and ${hasRole}`
}

// A partial index holds the users who were ever banned.
function banCondition(isBanned: boolean, now: Date): RawBuilder<SqlBool> {
  return isBanned
    ? sql<SqlBool>`users.is_banned and (users.ban_expires_at is null or users.ban_expires_at > ${now})`
    : sql<SqlBool>`(users.is_banned is not true or users.ban_expires_at <= ${now})`
}

/** The where clause of a list of users. */
export function whereUsers({ search, filter, role, isBanned, isVerified, now }: ListUsersQuery): RawBuilder<unknown> {
  const conditions = [
    search && searchCondition(search),
    filter && filterCondition(filter),
    role === undefined ? undefined : roleCondition(role),
    isBanned === undefined ? undefined : banCondition(isBanned, now),
    isVerified === undefined ? undefined : sql<SqlBool>`users.is_email_verified = ${isVerified}`,
  ].filter((each) => each !== undefined)
  return conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

/** A page of users and their total number: one statement. */
export async function listUsers(db: Database, query: ListUsersQuery): Promise<{ readonly users: User[]; readonly total: number }> {
  const { sortBy = 'createdAt', isDescending, limit, offset } = query
  const where = whereUsers(query)
  const direction = isDescending ? sql`desc` : sql`asc`
  const order = sql`${columns[sortBy]} ${direction}, users.id ${direction}`
  const { rows } = await sql<Omit<User, 'id'> & { readonly id: string | null; readonly total: number }>`
    select counted.total, page.*
    from (select count(*)::int as total from users ${where}) as counted
    left join (
      select ${users.modelSelection()}, row_number() over (order by ${order}) as row_index from users ${where}
      order by ${order} limit ${limit}::int offset ${offset}::int8
    ) as page on true
    order by page.row_index`.execute(db)
  const found = rows.flatMap(({ id, total: _, ...user }) => (id === null ? [] : [{ ...user, id }]))
  return { users: found, total: rows[0]?.total ?? 0 }
}

/** A user with their sign-in methods and memberships. */
export interface UserDetails {
  readonly user: User
  readonly accounts: readonly { readonly id: string; readonly provider: string; readonly createdAt: string }[]
  readonly memberships: readonly {
    readonly organizationId: string
    readonly name: string
    readonly slug: string
    readonly role: string
    readonly createdAt: string
  }[]
}

const DETAILS_MAXIMUM = 100

/** The user with this id: one statement. */
export async function findUserDetails(db: Database, userId: string): Promise<UserDetails | undefined> {
  const found = await db
    .selectFrom('users')
    .select(users.aliases)
    .select([
      sql<UserDetails['accounts']>`(
        select coalesce(json_agg(json_build_object('id', id, 'provider', provider_id, 'createdAt', created_at)), '[]') from (
          select id, provider_id, created_at from accounts where user_id = users.id order by created_at, id limit ${sql.lit(DETAILS_MAXIMUM)}
        ) as linked
      )`.as('accounts'),
      sql<UserDetails['memberships']>`(
        select coalesce(json_agg(json_build_object('organizationId', id, 'name', name, 'slug', slug, 'role', role, 'createdAt', joined_at)), '[]')
        from (
          select organizations.id, organizations.name, organizations.slug, members.role, members.created_at as joined_at from members
          join organizations on organizations.id = members.organization_id
          where members.user_id = users.id order by members.created_at limit ${sql.lit(DETAILS_MAXIMUM)}
        ) as joined_organizations
      )`.as('memberships'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!found) return undefined
  const { accounts, memberships, ...user } = found
  return { user, accounts: accounts.map(withInstant), memberships: memberships.map(withInstant) }
}

// In JSON, PostgreSQL formats timestamps in its own way.
function withInstant<Part extends { readonly createdAt: string }>(part: Part): Part {
  return { ...part, createdAt: new Date(part.createdAt).toISOString() }
}

/** Selects the listed sessions of the platform. */
export interface ListSessionsQuery {
  readonly userId: string | undefined
  readonly isImpersonation: boolean | undefined
  readonly before: string | undefined
  readonly limit: number
  readonly now: Date
}

/** A session with its user, without its token. */
export interface SessionWithUserSummary extends SessionRecord {
  readonly lastSeenAt: Date
  readonly userName: string
  readonly userEmail: string
}

/** Active sessions, newest first (ids follow the time): one statement. */
export function listAllSessions(db: Database, query: ListSessionsQuery): Promise<SessionWithUserSummary[]> {
  const { userId, isImpersonation, before, limit, now } = query
  let sessions = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.expires_at', '>', now)
    .select([
      'sessions.id as id',
      'sessions.user_id as userId',
      'sessions.expires_at as expiresAt',
      'sessions.ip_address as ipAddress',
      'sessions.user_agent as userAgent',
      'sessions.created_at as createdAt',
      'sessions.updated_at as updatedAt',
      'sessions.last_seen_at as lastSeenAt',
      'sessions.active_organization_id as activeOrganizationId',
      'sessions.impersonated_by as impersonatedBy',
      'users.name as userName',
      'users.email as userEmail',
    ])
  if (userId !== undefined) sessions = sessions.where('sessions.user_id', '=', userId)
  if (isImpersonation !== undefined) sessions = sessions.where('sessions.impersonated_by', isImpersonation ? 'is not' : 'is', null)
  if (before !== undefined) sessions = sessions.where('sessions.id', '<', before)
  return sessions.orderBy('sessions.id', 'desc').limit(limit).execute()
}

/** The names of organizations, sorted by name. */
export async function listOrganizationNames(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from organizations where id = any(${[...ids]}::uuid[]) order by name`.execute(db)
  return rows.map(({ name }) => name)
}
