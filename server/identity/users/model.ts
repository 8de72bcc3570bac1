import type { CallerUser } from '#platform/http/caller.ts'

/** A person. The address is in lower case; times are UTC. */
export type User = CallerUser

/** The roles that an administrator of the platform and everybody else have. */
export const ADMINISTRATOR = 'admin'
export const ORDINARY = 'user'

/** A person about to be written: roles and bans are never taken from a request. */
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

/** A person who was somebody elsewhere before: since when is kept. */
export interface ImportedUser extends NewUser {
  readonly createdAt: Date
}
