import { ADMINISTRATOR, ORDINARY } from '#identity/users/model.ts'

/** What can be done to people and their sessions: resource to actions (specification, section 6). */
export const administrationResources = {
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'],
  session: ['list', 'revoke', 'delete'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The roles of the platform: one may everything, the other nothing. */
export const platformRoles = {
  [ADMINISTRATOR]: administrationResources,
  [ORDINARY]: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** The columns by which people can be sorted and filtered, by their names on the wire, with the kind of their values. */
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

/** Their names. */
export const userFieldNames = Object.keys(userFields) as [UserField, ...UserField[]]

/** How a filter compares. */
export const comparisons = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const

export type Comparison = (typeof comparisons)[number]

/** A value to compare a column with; its kind is that of the column. */
export interface UserFilter {
  readonly field: UserField
  readonly comparison: Comparison
  readonly value: string | boolean | Date
}

/** Where a text is looked for, without regard to case. */
export interface UserSearch {
  readonly field: 'email' | 'name'
  readonly operator: 'contains' | 'starts_with' | 'ends_with'
  readonly text: string
}

/** Which people are listed, and in which order: those whom all of it fits. */
export interface UsersAsked {
  readonly search: UserSearch | undefined
  readonly filter: UserFilter | undefined
  /** A role that they hold, among others perhaps. */
  readonly role: string | undefined
  /** Whether a ban of them holds; one that is over does not. */
  readonly isBanned: boolean | undefined
  readonly isVerified: boolean | undefined
  readonly now: Date
  readonly sortBy: UserField | undefined
  readonly isDescending: boolean
  readonly limit: number
  readonly offset: number
}

/** People that a page shows at most, which is as many as it shows where nothing is said. */
export const USERS_MAXIMUM = 100

/** Why somebody is banned, where nobody says. */
export const NO_REASON = 'No reason'
