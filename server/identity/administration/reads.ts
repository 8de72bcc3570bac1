import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EndedSession } from '#identity/sessions/index.ts'
import { userColumns } from '#identity/users/index.ts'
import { ORDINARY, type User } from '#identity/users/model.ts'
import { foldCase } from '#kernel/text.ts'
import type { Database } from '#platform/database/database.ts'
import type { UserField, UserFilter, UserSearch, UsersAsked } from './model.ts'

const { ref } = sql

/**
 * By what people are compared and sorted. Names and addresses are compared byte by byte, for which there are indexes; who was never
 * banned is not banned.
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

function searched({ field, operator, text }: UserSearch): RawBuilder<SqlBool> {
  const escaped = foldCase(text).replace(/[\\%_]/g, '\\$&')
  const pattern = { contains: `%${escaped}%`, starts_with: `${escaped}%`, ends_with: `%${escaped}` }[operator]
  return sql<SqlBool>`${columns[field]} like ${pattern}`
}

function filtered({ field, comparison, value }: UserFilter): RawBuilder<SqlBool> {
  if (field === 'banned') return (comparison === 'eq') === value ? sql`users.is_banned` : sql`users.is_banned is not true`
  if (field === 'role' && comparison === 'eq' && value !== 'user') return sql`users.role <> 'user' and users.role = ${value}`
  const compared = field === 'name' || field === 'email' ? foldCase(String(value)) : value
  // An index finds what is equal, not what is not distinct; no value of a filter is null.
  const operator = comparison === 'eq' ? sql`=` : operators[comparison]
  return sql<SqlBool>`${columns[field]} ${operator} ${compared}`
}

// Whoever holds another role than the ordinary one is in an index of those few.
function holding(role: string): RawBuilder<SqlBool> {
  const isAmongTheirs = sql<SqlBool>`${role} = any(string_to_array(users.role, ','))`
  return role === ORDINARY ? isAmongTheirs : sql<SqlBool>`users.role <> ${sql.lit(ORDINARY)} and ${isAmongTheirs}`
}

// Those who were ever banned are in an index of their own.
function beingBanned(isWanted: boolean, now: Date): RawBuilder<SqlBool> {
  return isWanted
    ? sql<SqlBool>`users.is_banned and (users.ban_expires_at is null or users.ban_expires_at > ${now})`
    : sql<SqlBool>`(users.is_banned is not true or users.ban_expires_at <= ${now})`
}

/** All that a person must fit. */
export function usersFitting({ search, filter, role, isBanned, isVerified, now }: UsersAsked): RawBuilder<unknown> {
  const conditions = [
    search && searched(search),
    filter && filtered(filter),
    role === undefined ? undefined : holding(role),
    isBanned === undefined ? undefined : beingBanned(isBanned, now),
    isVerified === undefined ? undefined : sql<SqlBool>`users.is_email_verified = ${isVerified}`,
  ].filter((each) => each !== undefined)
  return conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

/** A page of people, and how many there are in all: one statement. */
export async function listUsers(db: Database, asked: UsersAsked): Promise<{ readonly users: User[]; readonly total: number }> {
  const { sortBy = 'createdAt', isDescending, limit, offset } = asked
  const where = usersFitting(asked)
  const direction = isDescending ? sql`desc` : sql`asc`
  const order = sql`${columns[sortBy]} ${direction}, users.id ${direction}`
  const selected = sql.join(userColumns.map((column) => sql.raw(column.replace(/ as (\w+)$/, ' as "$1"'))))
  const { rows } = await sql<Omit<User, 'id'> & { readonly id: string | null; readonly total: number }>`
    select counted.total, page.*
    from (select count(*)::int as total from users ${where}) as counted
    left join (
      select ${selected}, row_number() over (order by ${order}) as place from users ${where}
      order by ${order} limit ${limit}::int offset ${offset}::int8
    ) as page on true
    order by page.place`.execute(db)
  const users = rows.flatMap(({ id, total: _, ...user }) => (id === null ? [] : [{ ...user, id }]))
  return { users, total: rows[0]?.total ?? 0 }
}

/** A person with their ways in and what they belong to. */
export interface PersonRead {
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

const PARTS_MAX = 100

/** The person of an id: one statement. */
export async function findPerson(db: Database, userId: string): Promise<PersonRead | undefined> {
  const found = await db
    .selectFrom('users')
    .select(userColumns)
    .select([
      sql<PersonRead['accounts']>`(
        select coalesce(json_agg(json_build_object('id', id, 'provider', provider_id, 'createdAt', created_at)), '[]') from (
          select id, provider_id, created_at from accounts where user_id = users.id order by created_at, id limit ${sql.lit(PARTS_MAX)}
        ) as linked
      )`.as('accounts'),
      sql<PersonRead['memberships']>`(
        select coalesce(json_agg(json_build_object('organizationId', id, 'name', name, 'slug', slug, 'role', role, 'createdAt', joined_at)), '[]')
        from (
          select organizations.id, organizations.name, organizations.slug, members.role, members.created_at as joined_at from members
          join organizations on organizations.id = members.organization_id
          where members.user_id = users.id order by members.created_at limit ${sql.lit(PARTS_MAX)}
        ) as belonging
      )`.as('memberships'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!found) return undefined
  const { accounts, memberships, ...user } = found
  return { user, accounts: accounts.map(withInstant), memberships: memberships.map(withInstant) }
}

// Inside JSON the database writes an instant in a form of its own.
function withInstant<Part extends { readonly createdAt: string }>(part: Part): Part {
  return { ...part, createdAt: new Date(part.createdAt).toISOString() }
}

/** Which sessions of the platform are listed. */
export interface SessionsAsked {
  readonly userId: string | undefined
  readonly isBorrowed: boolean | undefined
  readonly before: string | undefined
  readonly limit: number
  readonly now: Date
}

/** A session with its person, without its token. */
export interface SessionOfPerson extends EndedSession {
  readonly lastSeenAt: Date
  readonly userName: string
  readonly userEmail: string
}

/** Sessions that are not over, the last begun first (ids follow the time): one statement. */
export function listAllSessions(db: Database, asked: SessionsAsked): Promise<SessionOfPerson[]> {
  const { userId, isBorrowed, before, limit, now } = asked
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
  if (isBorrowed !== undefined) sessions = sessions.where('sessions.impersonated_by', isBorrowed ? 'is not' : 'is', null)
  if (before !== undefined) sessions = sessions.where('sessions.id', '<', before)
  return sessions.orderBy('sessions.id', 'desc').limit(limit).execute()
}

/** The names of organizations, in the order of the alphabet. */
export async function namesOfOrganizations(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from organizations where id = any(${[...ids]}::uuid[]) order by name`.execute(db)
  return rows.map(({ name }) => name)
}
