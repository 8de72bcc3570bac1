import type { CallerUser } from '#platform/request/caller.ts'

/** A user. The email is in lower case; times are UTC. */
export type User = CallerUser

/** The role of an administrator of the platform, and the role of every other user. */
export const ADMINISTRATOR = 'admin'
export const ORDINARY_USER = 'user'

/** A user to insert. Roles and bans never come from a request. */
export interface NewUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
  readonly image: string | null
  readonly username: string | null
  readonly displayUsername: string | null
  readonly role: string
}

/** A user imported from another system, with the original creation time. */
export interface ImportedUser extends NewUser {
  readonly createdAt: Date
}
