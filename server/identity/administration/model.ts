import { ADMINISTRATOR, ORDINARY_USER } from '#identity/users/model.ts'

/** Permissions on users and their sessions (specification, section 6) and on organizations: resource to actions. */
export const administrationResources = {
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'],
  session: ['list', 'revoke', 'delete'],
  organization: ['block'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The roles of the platform: an administrator has all permissions, an ordinary user none. */
export const platformRoles = {
  [ADMINISTRATOR]: administrationResources,
  [ORDINARY_USER]: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** The columns by which users can be sorted and filtered: wire name to kind of value. */
export const userFields = {
  id: 'id',
  email: 'text',
  name: 'text',
  username: 'text',
  displayUsername: 'text',
  role: 'text',
  image: 'text',
  banReason: 'text',
  emailVerified: 'flag',
  banned: 'flag',
  banExpires: 'time',
  createdAt: 'time',
  updatedAt: 'time',
} as const

export type UserField = keyof typeof userFields

/** The names of these columns. */
export const userFieldNames = Object.keys(userFields) as [UserField, ...UserField[]]

/** The comparison operators of a filter. */
export const comparisons = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const

export type Comparison = (typeof comparisons)[number]

/** The longest text of a search, a filter or a role, in characters. */
export const SEARCH_MAXIMUM = 255

/** Maximum and default page size of users. */
export const USERS_MAXIMUM = 100

/** The default reason of a ban. */
export const NO_REASON = 'No reason'
