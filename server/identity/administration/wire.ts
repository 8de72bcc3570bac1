import { z } from 'zod'
import { pictureInput } from '#identity/pictures/wire.ts'
import { listedSession, session, sessionWithUser, toListedSessionWire } from '#identity/sessions/wire.ts'
import { fullUser } from '#identity/users/wire.ts'
import { nameOfBrowser } from '#kernel/browser-name.ts'
import { added, booleanText, id, integerText, text, timestamp, userIdText } from '#platform/http/wire-parts.ts'
import type { CallerSession } from '#platform/request/caller.ts'
import { comparisons, type ListUsersQuery, USERS_MAXIMUM, type UserFilter, userFieldNames } from './model.ts'
import { filterValueOf, isComparable } from './rules.ts'

const SEARCH_MAXIMUM = 255
const PASSWORD_MAXIMUM = 4096
const EMAIL_MAXIMUM = 254
const NAME_MAXIMUM = 255
const REASON_MAXIMUM = 500
const ROLES_MAXIMUM = 20
const BAN_SECONDS_MAXIMUM = 100 * 366 * 86_400

/** A search, a filter on one column, three filters of our own, a sort column and a page. Unknown columns are refused. */
export const listUsersQuery = z
  .object({
    searchValue: z.string().max(SEARCH_MAXIMUM).optional(),
    searchField: z.enum(['email', 'name']).optional().meta({ default: 'email' }),
    searchOperator: z.enum(['contains', 'starts_with', 'ends_with']).optional().meta({ default: 'contains' }),
    limit: integerText(1).optional().meta({ default: USERS_MAXIMUM, description: 'Values above 100 return 100.' }),
    offset: integerText(0).optional().meta({ default: 0 }),
    sortBy: z.enum(userFieldNames).optional().meta({ default: 'createdAt' }),
    sortDirection: z.enum(['asc', 'desc']).optional().meta({ default: 'asc' }),
    filterField: z.enum(userFieldNames).optional().meta({ default: 'email' }),
    filterValue: z.string().max(SEARCH_MAXIMUM).optional(),
    filterOperator: z.enum(comparisons).optional().meta({ default: 'eq' }),
    role: z.string().max(SEARCH_MAXIMUM).optional().meta(added('Only users with this role, alone or among others.')),
    banned: booleanText.optional().meta(added('Only users who are banned now, or only the others; an expired ban does not count.')),
    verified: booleanText.optional().meta(added('Only users with a verified email, or only the others.')),
  })
  .superRefine((query, context) => {
    const { filterField: field = 'email', filterValue, filterOperator = 'eq' } = query
    if (filterValue === undefined) return
    if (filterValueOf(field, filterValue) === undefined)
      context.addIssue({ code: 'custom', path: ['filterValue'], message: `Is not a value of ${field}`, input: filterValue })
    if (!isComparable(field, filterOperator))
      context.addIssue({ code: 'custom', path: ['filterOperator'], message: `Is not supported by ${field}`, input: filterOperator })
  })

/** Maps the query string to the query of the store. */
export function toListUsersQuery(query: z.output<typeof listUsersQuery>, now: Date): ListUsersQuery {
  const { searchValue, searchField = 'email', searchOperator = 'contains', limit = USERS_MAXIMUM, offset = 0 } = query
  return {
    search: searchValue ? { field: searchField, operator: searchOperator, text: searchValue } : undefined,
    filter: toFilter(query),
    role: query.role,
    isBanned: query.banned,
    isVerified: query.verified,
    now,
    sortBy: query.sortBy,
    isDescending: query.sortDirection === 'desc',
    limit: Math.min(limit, USERS_MAXIMUM),
    offset,
  }
}

function toFilter({
  filterField: field = 'email',
  filterValue,
  filterOperator: comparison = 'eq',
}: z.output<typeof listUsersQuery>): UserFilter | undefined {
  const value = filterValue === undefined ? undefined : filterValueOf(field, filterValue)
  return value === undefined ? undefined : { field, comparison, value }
}

/** A page of users; `limit` and `offset` as they were requested. */
export const usersAnswer = z
  .object({ users: z.array(fullUser), total: z.int(), limit: z.int().optional(), offset: z.int().optional() })
  .meta({ id: 'AdminUserPage' })

const roles = z.union([z.string().max(SEARCH_MAXIMUM), z.array(z.string().max(SEARCH_MAXIMUM)).max(ROLES_MAXIMUM)])

/** A user to create. Unknown fields of `data` are ignored. */
export const createUserBody = z.object({
  email: z.string().max(EMAIL_MAXIMUM),
  password: z.string().min(1).max(PASSWORD_MAXIMUM),
  name: text(1, NAME_MAXIMUM),
  role: roles.optional(),
  data: z
    .object({
      image: pictureInput.nullish(),
      username: z.string().max(SEARCH_MAXIMUM).nullish(),
      displayUsername: z.string().max(SEARCH_MAXIMUM).nullish(),
      emailVerified: z.boolean().optional(),
    })
    .nullish(),
})

export type CreateUserBody = z.output<typeof createUserBody>

/** One user. */
export const userAnswer = z.object({ user: fullUser })
export const nullableUserAnswer = z.object({ user: fullUser.nullable() })

export const userBody = z.object({ userId: userIdText })
export const setRoleBody = z.object({ userId: userIdText, role: roles })
export const banBody = z.object({
  userId: userIdText,
  banReason: text(0, REASON_MAXIMUM).nullish(),
  banExpiresIn: z.int().min(1).max(BAN_SECONDS_MAXIMUM).nullish().meta({ description: 'Seconds; without it the ban has no end.' }),
})
export const setPasswordBody = z.object({ userId: userIdText, newPassword: z.string().min(1).max(PASSWORD_MAXIMUM) })
export const revokeSessionBody = z.object({ sessionToken: z.string().max(SEARCH_MAXIMUM) })

const permissionsInput = z.record(z.string().max(SEARCH_MAXIMUM), z.array(z.string().max(SEARCH_MAXIMUM)).max(100))

/** The permissions, under exactly one of the two names; the user is always the caller. */
export const hasPermissionBody = z
  .object({ permissions: permissionsInput.optional(), permission: permissionsInput.optional() })
  .superRefine(({ permissions, permission }, context) => {
    if ((permissions === undefined) === (permission === undefined))
      context.addIssue({ code: 'custom', path: ['permissions'], message: 'Give either permissions or permission', input: permissions })
  })
export const hasPermissionAnswer = z.object({ error: z.null(), success: z.boolean() })

/** Sessions of a user; a `token` can revoke its session and cannot authenticate. */
export const userSessionsAnswer = z.object({ sessions: z.array(session) }).meta({ id: 'UserSessions' })
export const impersonationAnswer = sessionWithUser.unwrap()

/** The id of a user. */
export const userQuery = z.object({ userId: userIdText })

const account = z.object({ id, provider: z.string(), createdAt: timestamp })
const membership = z.object({ organizationId: id, name: z.string(), slug: z.string(), role: z.string(), createdAt: timestamp })

/** One user with what belongs to them. */
export const userDetailsAnswer = z
  .object({
    user: fullUser,
    accounts: z.array(account).meta(added('The sign-in methods of the user; `credential` is a password.')),
    memberships: z.array(membership),
    sessions: z.array(session),
  })
  .meta({ id: 'AdminUserDetails' })

/** Selects sessions: by user, by impersonation, and a cursor. */
export const listSessionsQuery = z.object({
  userId: id.optional(),
  impersonated: booleanText.optional().meta({ description: 'Only impersonation sessions, or only the others.' }),
  limit: integerText(1, USERS_MAXIMUM).optional().meta({ default: 50 }),
  before: id.optional().meta({ description: 'The `nextBefore` of the previous page.' }),
})

/** Active sessions, newest first, each with its user. */
export const sessionsAnswer = z
  .object({
    sessions: z.array(
      listedSession
        .extend({ user: z.object({ id, name: z.string(), email: z.string() }), browser: z.string().nullable() })
        .meta({ id: 'AdminSession', description: 'A session of any user.' }),
    ),
    nextBefore: id.nullable(),
  })
  .meta({ id: 'AdminSessionPage' })

/** A session with its user; `token` is a handle that can revoke it. */
export function toListedUserSessionWire(
  from: CallerSession & { readonly lastSeenAt: Date; readonly userName: string; readonly userEmail: string },
): z.output<typeof sessionsAnswer>['sessions'][number] {
  const user = { id: from.userId, name: from.userName, email: from.userEmail }
  return { ...toListedSessionWire(from), user, browser: nameOfBrowser(from.userAgent) }
}
