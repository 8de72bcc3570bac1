import { z } from 'zod'
import { listedSession, session, signedIn, toListedSessionWire } from '#identity/sessions/wire.ts'
import { fullUser } from '#identity/users/wire.ts'
import { nameOfBrowser } from '#kernel/browser-name.ts'
import type { CallerSession } from '#platform/http/caller.ts'
import { added, booleanText, id, integerText, someonesId, text, timestamp } from '#platform/http/wire-parts.ts'
import { comparisons, USERS_MAXIMUM, type UserFilter, type UsersAsked, userFieldNames } from './model.ts'
import { filterValueOf, isComparable } from './rules.ts'

const SEARCH_MAXIMUM = 255
const PASSWORD_MAXIMUM = 4096
const ADDRESS_MAXIMUM = 254
const NAME_MAXIMUM = 255
const REASON_MAXIMUM = 500
const ROLES_MAXIMUM = 20
const BAN_SECONDS_MAXIMUM = 100 * 366 * 86_400
const IMAGE_MAXIMUM = 100_000

/** Which people: a search, a filter on one known column, three more of our own, an order by one column, a page. Unknown columns are refused. */
export const listUsersQuery = z
  .object({
    searchValue: z.string().max(SEARCH_MAXIMUM).optional(),
    searchField: z.enum(['email', 'name']).optional().meta({ default: 'email' }),
    searchOperator: z.enum(['contains', 'starts_with', 'ends_with']).optional().meta({ default: 'contains' }),
    limit: integerText(1)
      .optional()
      .meta({ default: String(USERS_MAXIMUM), description: 'More than 100 gives 100.' }),
    offset: integerText(0).optional().meta({ default: '0' }),
    sortBy: z.enum(userFieldNames).optional().meta({ default: 'createdAt' }),
    sortDirection: z.enum(['asc', 'desc']).optional().meta({ default: 'asc' }),
    filterField: z.enum(userFieldNames).optional().meta({ default: 'email' }),
    filterValue: z.string().max(SEARCH_MAXIMUM).optional(),
    filterOperator: z.enum(comparisons).optional().meta({ default: 'eq' }),
    role: z.string().max(SEARCH_MAXIMUM).optional().meta(added('Only those who hold this role, among others perhaps.')),
    banned: booleanText.optional().meta(added('Only those whose ban holds, or only the others; a ban that is over does not hold.')),
    verified: booleanText.optional().meta(added('Only those whose address is proven, or only the others.')),
  })
  .superRefine((query, context) => {
    const { filterField: field = 'email', filterValue, filterOperator = 'eq' } = query
    if (filterValue === undefined) return
    if (filterValueOf(field, filterValue) === undefined)
      context.addIssue({ code: 'custom', path: ['filterValue'], message: `Is no value of ${field}`, input: filterValue })
    if (!isComparable(field, filterOperator))
      context.addIssue({ code: 'custom', path: ['filterOperator'], message: `Means nothing for ${field}`, input: filterOperator })
  })

/** What is asked of the store. */
export function toUsersAsked(query: z.output<typeof listUsersQuery>, now: Date): UsersAsked {
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

/** A page of people; `limit` and `offset` as they were given. */
export const usersAnswer = z
  .object({ users: z.array(fullUser), total: z.int(), limit: z.int().optional(), offset: z.int().optional() })
  .meta({ id: 'Users' })

const roles = z.union([z.string().max(SEARCH_MAXIMUM), z.array(z.string().max(SEARCH_MAXIMUM)).max(ROLES_MAXIMUM)])

/** A person to be made. Of `data` the known fields count; everything else in it is left out. */
export const createUserBody = z.object({
  email: z.string().max(ADDRESS_MAXIMUM),
  password: z.string().min(1).max(PASSWORD_MAXIMUM),
  name: text(1, NAME_MAXIMUM),
  role: roles.optional(),
  data: z
    .object({
      image: z.string().max(IMAGE_MAXIMUM).nullish(),
      username: z.string().max(SEARCH_MAXIMUM).nullish(),
      displayUsername: z.string().max(SEARCH_MAXIMUM).nullish(),
      emailVerified: z.boolean().optional(),
    })
    .nullish(),
})

export type CreateUser = z.output<typeof createUserBody>

/** One person, or none where there is nobody of that id. */
export const userAnswer = z.object({ user: fullUser })
export const userOrNone = z.object({ user: fullUser.nullable() })

export const userBody = z.object({ userId: someonesId })
export const setRoleBody = z.object({ userId: someonesId, role: roles })
export const banBody = z.object({
  userId: someonesId,
  banReason: text(0, REASON_MAXIMUM).nullish(),
  banExpiresIn: z.int().min(1).max(BAN_SECONDS_MAXIMUM).nullish().meta({ description: 'Seconds; without it the ban has no end.' }),
})
export const setPasswordBody = z.object({ userId: someonesId, newPassword: z.string().min(1).max(PASSWORD_MAXIMUM) })
export const revokeSessionBody = z.object({ sessionToken: z.string().max(SEARCH_MAXIMUM) })

const statement = z.record(z.string().max(SEARCH_MAXIMUM), z.array(z.string().max(SEARCH_MAXIMUM)).max(100))

/** Exactly one of the two names what is asked for; whom is not for the body to say. */
export const hasPermissionBody = z
  .object({ permissions: statement.optional(), permission: statement.optional() })
  .superRefine(({ permissions, permission }, context) => {
    if ((permissions === undefined) === (permission === undefined))
      context.addIssue({ code: 'custom', path: ['permissions'], message: 'Give either permissions or permission', input: permissions })
  })
export const hasPermissionAnswer = z.object({ error: z.null(), success: z.boolean() })

/** Sessions of a person; `token` ends one of them and lets nobody in. */
export const userSessionsAnswer = z.object({ sessions: z.array(session) }).meta({ id: 'UserSessions' })
export const success = z.object({ success: z.boolean() })
export const done = z.object({ status: z.boolean() })
export const borrowedAnswer = signedIn.unwrap()

/** Who is asked about. */
export const userQuery = z.object({ userId: someonesId })

const linked = z.object({ id, provider: z.string(), createdAt: timestamp })
const belonging = z.object({ organizationId: id, name: z.string(), slug: z.string(), role: z.string(), createdAt: timestamp })

/** One person with what belongs to them. */
export const personAnswer = z
  .object({
    user: fullUser,
    accounts: z.array(linked).meta(added('Their ways in; `credential` is a password.')),
    memberships: z.array(belonging),
    sessions: z.array(session),
  })
  .meta({ id: 'Person' })

/** Which sessions: of whom, borrowed ones or others, and from which on. */
export const listSessionsQuery = z.object({
  userId: id.optional(),
  impersonated: booleanText.optional().meta({ description: 'Only those that administrators have borrowed, or only the others.' }),
  limit: integerText(1, USERS_MAXIMUM).optional().meta({ default: '50' }),
  before: id.optional().meta({ description: 'The `nextBefore` of the page before.' }),
})

/** Sessions that are not over, the last begun first, each with its person. */
export const sessionsAnswer = z
  .object({
    sessions: z.array(
      listedSession.extend({ user: z.object({ id, name: z.string(), email: z.string() }), browser: z.string().nullable() }),
    ),
    nextBefore: id.nullable(),
  })
  .meta({ id: 'Sessions' })

/** A session with its person; `token` is the name by which it can be ended. */
export function toSessionOfPersonWire(
  from: CallerSession & { readonly lastSeenAt: Date; readonly userName: string; readonly userEmail: string },
): z.output<typeof sessionsAnswer>['sessions'][number] {
  const user = { id: from.userId, name: from.userName, email: from.userEmail }
  return { ...toListedSessionWire(from), user, browser: nameOfBrowser(from.userAgent) }
}
