// The columns of a user and the types that follow. `model.ts` is the entry point.
import { added } from '#platform/http/wire-parts.ts'
import { flag, type Model, text, time, uuid } from '#platform/resource/columns.ts'

/** The columns of a user that sign-in and sign-up answer. */
export const basicUserColumns = {
  id: uuid(),
  email: text(),
  name: text(),
  image: text().nullable(),
  emailVerified: flag().storedAs('is_email_verified'),
  createdAt: time(),
  updatedAt: time(),
} as const

/** All columns of a user. */
export const userColumns = {
  ...basicUserColumns,
  username: text().nullable(),
  displayUsername: text().nullable(),
  role: text().nullable(),
  banned: flag().nullable().storedAs('is_banned'),
  banReason: text().nullable(),
  banExpires: time().nullable().storedAs('ban_expires_at'),
  language: text()
    .nullable()
    .meta(added('The language that the user chose for pages and emails, such as `de`; null: the one that their browser asks for.')),
} as const

/** A user. The email is in lower case; times are UTC. */
export type User = Model<typeof userColumns>

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
