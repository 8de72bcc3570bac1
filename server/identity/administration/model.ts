import { ADMINISTRATOR, ORDINARY_USER } from '#identity/users/model.ts'

/** Permissions on users and their sessions: resource to actions (specification, section 6). */
export const administrationResources = {
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'],
  session: ['list', 'revoke', 'delete'],
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

/** A comparison of a column with a value of the column's kind. */
export interface UserFilter {
  readonly field: UserField
  readonly comparison: Comparison
  readonly value: string | boolean | Date
}

/** A case-insensitive text search in one column. */
export interface UserSearch {
  readonly field: 'email' | 'name'
  readonly operator: 'contains' | 'starts_with' | 'ends_with'
  readonly text: string
}

/** Selects and sorts the listed users, who match all of the conditions. */
export interface ListUsersQuery {
  readonly search: UserSearch | undefined
  readonly filter: UserFilter | undefined
  /** A role that the user has, alone or among others. */
  readonly role: string | undefined
  /** Whether the user is banned now; an expired ban does not count. */
  readonly isBanned: boolean | undefined
  readonly isVerified: boolean | undefined
  readonly now: Date
  readonly sortBy: UserField | undefined
  readonly isDescending: boolean
  readonly limit: number
  readonly offset: number
}

/** Maximum and default page size of users. */
export const USERS_MAXIMUM = 100

/** The default reason of a ban. */
export const NO_REASON = 'No reason'
