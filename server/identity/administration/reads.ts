import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { listedSessionColumns } from '#identity/sessions/model.ts'
import { users } from '#identity/users/index.ts'
import { ORDINARY_USER, type User } from '#identity/users/model.ts'
import { foldEmail, withAsciiDomain } from '#kernel/emails/email.ts'
import { foldCase } from '#kernel/text.ts'
import type { Database } from '#platform/database/database.ts'
import { added, booleanText, id, integerText } from '#platform/http/wire-parts.ts'
import { cursorList, offsetList } from '#platform/resource/auth-list.ts'
import { byName } from '#platform/resource/by-name.ts'
import { equal, filter, filterGroup, isSet, isTrue } from '#platform/resource/filters.ts'
import { rows } from '#platform/resource/table.ts'
import { comparisons, SEARCH_MAXIMUM, USERS_MAXIMUM, type UserField, userFieldNames } from './model.ts'
import { filterValueOf, isComparable } from './rules.ts'

const { ref } = sql

/**
 * The expressions by which users are compared and, but for their names, sorted. Names and emails are compared byte by byte. A user who was
 * never banned is not banned.
 */
const columns = {
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
} satisfies Readonly<Record<UserField, RawBuilder<unknown>>>

const operators = {
  eq: sql`=`,
  ne: sql`is distinct from`,
  lt: sql`<`,
  lte: sql`<=`,
  gt: sql`>`,
  gte: sql`>=`,
} as const

const search = filterGroup({
  shape: {
    searchValue: z.string().max(SEARCH_MAXIMUM).optional(),
    searchField: z.enum(['email', 'name']).optional().meta({ default: 'email' }),
    searchOperator: z.enum(['contains', 'starts_with', 'ends_with']).optional().meta({ default: 'contains' }),
  },
  condition: ({ searchValue, searchField: field = 'email', searchOperator: operator = 'contains' }) => {
    if (!searchValue) return undefined
    const folded = field === 'email' ? foldCase(withAsciiDomain(searchValue)) : foldCase(searchValue)
    const escaped = folded.replace(/[\\%_]/g, '\\$&')
    const pattern = { contains: `%${escaped}%`, starts_with: `${escaped}%`, ends_with: `%${escaped}` }[operator]
    return sql<boolean>`${columns[field]} like ${pattern}`
  },
})

const comparison = filterGroup({
  shape: {
    filterField: z.enum(userFieldNames).optional().meta({ default: 'email' }),
    filterValue: z.string().max(SEARCH_MAXIMUM).optional(),
    filterOperator: z.enum(comparisons).optional().meta({ default: 'eq' }),
  },
  check: ({ filterField: field = 'email', filterValue, filterOperator: operator = 'eq' }, context) => {
    if (filterValue === undefined) return
    if (filterValueOf(field, filterValue) === undefined)
      context.addIssue({ code: 'custom', path: ['filterValue'], message: `Is not a value of ${field}`, input: filterValue })
    if (!isComparable(field, operator))
      context.addIssue({ code: 'custom', path: ['filterOperator'], message: `Is not supported by ${field}`, input: operator })
  },
  condition: ({ filterField: field = 'email', filterValue, filterOperator: operator = 'eq' }) => {
    const value = filterValue === undefined ? undefined : filterValueOf(field, filterValue)
    if (value === undefined) return undefined
    if (field === 'banned') return (operator === 'eq') === value ? sql<boolean>`users.is_banned` : sql<boolean>`users.is_banned is not true`
    if (field === 'role' && operator === 'eq' && value !== ORDINARY_USER)
      return sql<boolean>`users.role <> ${sql.lit(ORDINARY_USER)} and users.role = ${value}`
    const compared = field === 'email' ? foldEmail(String(value)) : field === 'name' ? foldCase(String(value)) : value
    return sql<boolean>`${columns[field]} ${operators[operator]} ${compared}`
  },
})

/** Users with the role, alone or among others. A partial index holds the few users with other roles than the ordinary one. */
export function hasRole(role: string): RawBuilder<boolean> {
  const holds = sql<boolean>`${role} = any(string_to_array(users.role, ','))`
  return role === ORDINARY_USER ? holds : sql<boolean>`users.role <> ${sql.lit(ORDINARY_USER)} and ${holds}`
}

/** Users who are banned now, or the others. A partial index holds the users who were ever banned. */
export function isBannedAt(isBanned: boolean, now: Date): RawBuilder<boolean> {
  return isBanned
    ? sql<boolean>`users.is_banned and (users.ban_expires_at is null or users.ban_expires_at > ${now})`
    : sql<boolean>`(users.is_banned is not true or users.ban_expires_at <= ${now})`
}

/** The users of the platform. */
export const userList = offsetList(users, {
  groups: [search, comparison],
  filters: {
    role: filter(z.string().max(SEARCH_MAXIMUM).optional(), hasRole).meta(added('Only users with this role, alone or among others.')),
    banned: filter(booleanText.optional(), (isBanned, { clock }) => isBannedAt(isBanned, clock.now())).meta(
      added('Only users who are banned now, or only the others; an expired ban does not count.'),
    ),
    verified: isTrue('users.is_email_verified').meta(added('Only users with a verified email, or only the others.')),
  },
  sorting: { ...columns, name: byName('users.name') },
  defaultSorting: 'createdAt',
  page: {
    shape: {
      limit: integerText(1).optional().meta({ default: USERS_MAXIMUM, description: 'Values above 100 return 100.' }),
      offset: integerText(0).optional().meta({ default: 0 }),
    },
    limit: USERS_MAXIMUM,
  },
})

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

/** The active sessions of the platform, each with its user. */
export const sessionList = cursorList(rows('sessions', listedSessionColumns), {
  always: ({ clock }) => sql<boolean>`sessions.expires_at > ${clock.now()}`,
  with: {
    user: {
      select: sql`json_build_object('id', users.id, 'name', users.name, 'email', users.email)`,
      join: sql`inner join users on users.id = sessions.user_id`,
      read: (stored: unknown) => stored as Pick<User, 'id' | 'name' | 'email'>,
    },
  },
  filters: {
    userId: equal('sessions.user_id', id),
    impersonated: isSet('sessions.impersonated_by').meta({ description: 'Only impersonation sessions, or only the others.' }),
  },
})

/** The names of organizations, sorted by name. */
export async function listOrganizationNames(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select name from organizations where id = any(${[...ids]}::uuid[]) order by ${byName('name')}`.execute(db)
  return rows.map(({ name }) => name)
}
