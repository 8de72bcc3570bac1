import { z } from 'zod'
import { pictureInput } from '#identity/pictures/wire.ts'
import { handleOf, type Session, type SessionRecord } from '#identity/sessions/model.ts'
import { listedSession, session, sessionWithUser, toListedSessionWire } from '#identity/sessions/wire.ts'
import { fullUser } from '#identity/users/wire.ts'
import { nameOfBrowser } from '#kernel/browser-name.ts'
import { added, id, seenName, text, timestamp, userIdText } from '#platform/http/wire-parts.ts'
import { cursorPage } from '#platform/resource/fields.ts'
import { SEARCH_MAXIMUM } from './model.ts'

export { blockFields, toBlockWire } from './organizations/wire.ts'

const PASSWORD_MAXIMUM = 4096
const EMAIL_MAXIMUM = 254
const NAME_MAXIMUM = 255
const REASON_MAXIMUM = 500
const ROLES_MAXIMUM = 20
const BAN_SECONDS_MAXIMUM = 100 * 366 * 86_400

/** A page of users; `limit` and `offset` as they were requested. */
export const usersAnswer = z
  .object({ users: z.array(fullUser), total: z.int(), limit: z.int().optional(), offset: z.int().optional() })
  .meta({ id: 'AdminUserPage' })

const roles = z.union([z.string().max(SEARCH_MAXIMUM), z.array(z.string().max(SEARCH_MAXIMUM)).max(ROLES_MAXIMUM)])

/** A user to create. Unknown fields of `data` are ignored. */
export const createUserBody = z.object({
  email: z.string().max(EMAIL_MAXIMUM),
  password: z.string().min(1).max(PASSWORD_MAXIMUM),
  name: seenName(text(1, NAME_MAXIMUM)),
  role: roles.optional(),
  data: z
    .object({
      image: pictureInput.nullish(),
      username: z.string().max(SEARCH_MAXIMUM).nullish(),
      displayUsername: seenName(text(0, SEARCH_MAXIMUM)).nullish(),
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

/** The id of a user, under one of the two names. */
export const userQuery = z
  .object({ userId: userIdText.optional(), id: userIdText.optional().meta({ description: 'The same as `userId`.' }) })
  .refine((query) => (query.userId === undefined) !== (query.id === undefined), { path: ['userId'], message: 'Give either userId or id' })

const account = z.object({ id, provider: z.string(), createdAt: timestamp })
const membership = z.object({ organizationId: id, name: z.string(), slug: z.string(), role: z.string(), createdAt: timestamp })

/** One user with what belongs to them. */
export const userDetailsAnswer = fullUser
  .extend({
    user: fullUser.meta({ description: 'The same fields of the user again.' }),
    accounts: z.array(account).meta(added('The sign-in methods of the user; `credential` is a password.')),
    memberships: z.array(membership),
    sessions: z.array(session),
  })
  .meta({ id: 'AdminUserDetails', description: 'One user with what belongs to them.' })

const listedUserSession = listedSession
  .extend({ user: z.object({ id, name: z.string(), email: z.string() }), browser: z.string().nullable() })
  .meta({ id: 'AdminSession', description: 'A session of any user.' })

/** Active sessions, newest first, each with its user. */
export const sessionsAnswer = cursorPage('sessions', listedUserSession).meta({ id: 'AdminSessionPage' })

/** A session with its user; its `token` is a handle that can revoke it. */
export function toListedUserSessionWire(
  from: SessionRecord & Pick<Session, 'lastSeenAt'> & { readonly user: z.output<typeof listedUserSession>['user'] },
): z.output<typeof listedUserSession> {
  return { ...toListedSessionWire({ ...from, token: handleOf(from.id) }), user: from.user, browser: nameOfBrowser(from.userAgent) }
}
