import { PICTURE_BODY_LIMIT } from '#identity/pictures/wire.ts'
import { sendCookies, signInRefusals } from '#identity/sessions/index.ts'
import { toSessionWire, toSessionWithUserWire } from '#identity/sessions/wire.ts'
import { userRefusals } from '#identity/users/index.ts'
import { toFullUserWire } from '#identity/users/wire.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { statusAnswer, successAnswer } from '#platform/http/wire-parts.ts'
import { cursorRead } from '#platform/resource/auth-routes.ts'
import { banUser, unbanUser } from './actions/ban-user.ts'
import { createUserByAdministrator } from './actions/create-user.ts'
import { impersonateUser } from './actions/impersonate-user.ts'
import { removeUser } from './actions/remove-user.ts'
import { listUserSessions, revokeUserSession, revokeUserSessions } from './actions/revoke-user-sessions.ts'
import { setRole } from './actions/set-role.ts'
import { setUserPassword } from './actions/set-user-password.ts'
import { stopImpersonating } from './actions/stop-impersonating.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { findUserDetails, sessionList, userList } from './reads.ts'
import { administrationRefusals as refusals } from './refusals.ts'
import { mayAdminister, requirePermission } from './rules.ts'
import * as wire from './wire.ts'

const list = route({
  method: 'GET',
  path: '/api/auth/admin/list-users',
  name: 'auth:admin-list-users',
  summary: 'Lists the users of the platform, searched, filtered, sorted and paginated.',
  access: 'session',
  query: userList.query,
  answer: wire.usersAnswer,
  refusals: [refusals.mayNotList],
  handle: async ({ db, platform, query, caller }) => {
    requirePermission(caller, { user: ['list'] }, refusals.mayNotList)
    const { items = [], total = 0 } = (await userList.read(db, { query }, platform)) ?? {}
    const { limit, offset } = query
    const page = { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) }
    return { users: items.map(toFullUserWire), total, ...page }
  },
})

const create = route({
  method: 'POST',
  path: '/api/auth/admin/create-user',
  name: 'auth:admin-create-user',
  summary: 'Creates a user with an email and a password, without signing in.',
  access: 'session',
  impersonation: 'refused by its action',
  limit: { none: 'Only administrators create users for others.' },
  transaction: 'own',
  body: wire.createUserBody,
  bodyLimit: PICTURE_BODY_LIMIT,
  answer: wire.userAnswer,
  refusals: [
    refusals.mayNotCreate,
    refusals.mayNotSetRole,
    refusals.userAlreadyExists,
    refusals.unknownRole,
    userRefusals.invalidEmail,
    userRefusals.usernameTooShort,
    userRefusals.usernameTooLong,
    userRefusals.usernameInvalid,
    userRefusals.usernameTaken,
  ],
  handle: async (call) => {
    requirePermission(call.caller, { user: ['create'] }, refusals.mayNotCreate)
    if (call.body.role !== undefined) requirePermission(call.caller, { user: ['set-role'] }, refusals.mayNotSetRole)
    return { user: toFullUserWire(await createUserByAdministrator(call, { body: call.body, transaction: call.transaction })) }
  },
})

const role = route({
  method: 'POST',
  path: '/api/auth/admin/set-role',
  name: 'auth:admin-set-role',
  summary: 'Replaces the roles of a user on the platform.',
  access: 'session',
  impersonation: 'refused by its action',
  body: wire.setRoleBody,
  answer: wire.nullableUserAnswer,
  refusals: [refusals.mayNotSetRole, refusals.unknownRole, refusals.lastAdministrator],
  handle: async (call) => {
    requirePermission(call.caller, { user: ['set-role'] }, refusals.mayNotSetRole)
    const user = await setRole(call.tx, call, call.body)
    return { user: user && toFullUserWire(user) }
  },
})

const ban = route({
  method: 'POST',
  path: '/api/auth/admin/ban-user',
  name: 'auth:admin-ban-user',
  summary: 'Bans a user, with or without an end, and revokes their sessions at once.',
  access: 'session',
  impersonation: 'refused by its action',
  body: wire.banBody,
  answer: wire.userAnswer,
  refusals: [refusals.mayNotBan, refusals.cannotBanYourself, refusals.userNotFound, refusals.lastAdministrator],
  handle: async (call) => {
    requirePermission(call.caller, { user: ['ban'] }, refusals.mayNotBan)
    const { userId, banReason, banExpiresIn } = call.body
    const input = { userId, reason: banReason ?? undefined, seconds: banExpiresIn ?? undefined }
    return { user: toFullUserWire(await banUser(call.tx, call, input)) }
  },
})

const unban = route({
  method: 'POST',
  path: '/api/auth/admin/unban-user',
  name: 'auth:admin-unban-user',
  summary: 'Lifts the ban of a user.',
  access: 'session',
  impersonation: 'refused by its action',
  body: wire.userBody,
  answer: wire.userAnswer,
  refusals: [refusals.mayNotBan, refusals.userNotFound],
  handle: async (call) => {
    requirePermission(call.caller, { user: ['ban'] }, refusals.mayNotBan)
    return { user: toFullUserWire(await unbanUser(call.tx, call, call.body.userId)) }
  },
})

const impersonate = route({
  method: 'POST',
  path: '/api/auth/admin/impersonate-user',
  name: 'auth:admin-impersonate-user',
  summary: 'Creates an impersonation session of a user for at most an hour; it carries the id of the administrator.',
  access: 'session',
  impersonation: 'refused by its action',
  limit: { none: 'Only administrators impersonate; a session ends within an hour.' },
  body: wire.userBody,
  answer: wire.impersonationAnswer,
  refusals: [refusals.mayNotImpersonate, refusals.userNotFound, refusals.cannotImpersonateAdministrator, signInRefusals.BANNED_USER],
  handle: async (call) => {
    requirePermission(call.caller, { user: ['impersonate'] }, refusals.mayNotImpersonate)
    const { cookies, ...impersonated } = await impersonateUser(call.tx, call, call.body.userId)
    sendCookies(call.reply, cookies)
    return toSessionWithUserWire(impersonated)
  },
})

const stop = route({
  method: 'POST',
  path: '/api/auth/admin/stop-impersonating',
  name: 'auth:admin-stop-impersonating',
  summary: "Revokes an impersonation session and restores the administrator's own.",
  access: 'session',
  impersonation: 'allowed',
  transaction: 'own',
  answer: wire.impersonationAnswer,
  refusals: [refusals.notImpersonating, refusals.ownSessionNotFound],
  handle: async (call) => {
    const { cookies, ...own } = await stopImpersonating(call)
    sendCookies(call.reply, cookies)
    return toSessionWithUserWire(own)
  },
})

const listSessions = route({
  method: 'POST',
  path: '/api/auth/admin/list-user-sessions',
  name: 'auth:admin-list-user-sessions',
  summary: 'Lists the active sessions of a user, including impersonation sessions.',
  access: 'session',
  impersonation: 'refused by its action',
  transaction: 'none',
  body: wire.userBody,
  answer: wire.userSessionsAnswer,
  refusals: [refusals.mayNotListSessions],
  handle: async ({ db, body, caller, now }) => {
    requirePermission(caller, { session: ['list'] }, refusals.mayNotListSessions)
    return { sessions: (await listUserSessions(db, body.userId, now)).map(toSessionWire) }
  },
})

const revoke = route({
  method: 'POST',
  path: '/api/auth/admin/revoke-user-session',
  name: 'auth:admin-revoke-user-session',
  summary: 'Revokes one session of any user.',
  access: 'session',
  impersonation: 'refused by its action',
  transaction: 'own',
  body: wire.revokeSessionBody,
  answer: successAnswer,
  refusals: [refusals.mayNotRevoke],
  handle: async (call) => {
    requirePermission(call.caller, { session: ['revoke'] }, refusals.mayNotRevoke)
    await revokeUserSession(call, call.body.sessionToken)
    return { success: true }
  },
})

const revokeAll = route({
  method: 'POST',
  path: '/api/auth/admin/revoke-user-sessions',
  name: 'auth:admin-revoke-user-sessions',
  summary: 'Revokes all sessions of a user.',
  access: 'session',
  impersonation: 'refused by its action',
  body: wire.userBody,
  answer: successAnswer,
  refusals: [refusals.mayNotRevoke],
  handle: async (call) => {
    requirePermission(call.caller, { session: ['revoke'] }, refusals.mayNotRevoke)
    await revokeUserSessions(call.tx, call, call.body.userId)
    return { success: true }
  },
})

const remove = route({
  method: 'POST',
  path: '/api/auth/admin/remove-user',
  name: 'auth:admin-remove-user',
  summary: 'Deletes a user with everything that belongs to them alone.',
  access: 'session',
  impersonation: 'refused by its action',
  body: wire.userBody,
  answer: successAnswer,
  refusals: [refusals.mayNotDelete, refusals.userNotFound, refusals.lastAdministrator, refusals.onlyOwner],
  handle: async (call) => {
    requirePermission(call.caller, { user: ['delete'] }, refusals.mayNotDelete)
    await removeUser(call.tx, call, call.body.userId)
    return { success: true }
  },
})

const setPassword = route({
  method: 'POST',
  path: '/api/auth/admin/set-user-password',
  name: 'auth:admin-set-user-password',
  summary: 'Replaces the password of a user; does nothing if the user has none.',
  access: 'session',
  impersonation: 'refused by its action',
  transaction: 'own',
  body: wire.setPasswordBody,
  answer: statusAnswer,
  refusals: [refusals.mayNotSetPassword],
  handle: async (call) => {
    requirePermission(call.caller, { user: ['set-password'] }, refusals.mayNotSetPassword)
    await setUserPassword(call, { ...call.body, transaction: call.transaction })
    return { status: true }
  },
})

const hasPermission = route({
  method: 'POST',
  path: '/api/auth/admin/has-permission',
  name: 'auth:admin-has-permission',
  summary: 'Reports whether the caller has all of the permissions on the platform.',
  access: 'session',
  impersonation: 'refused by its action',
  transaction: 'none',
  body: wire.hasPermissionBody,
  answer: wire.hasPermissionAnswer,
  handle: async ({ body, caller }) => ({
    error: null,
    success: mayAdminister(caller.user.role, body.permissions ?? body.permission ?? {}),
  }),
})

const get = route({
  method: 'GET',
  path: '/api/auth/admin/get-user',
  name: 'auth:admin-get-user',
  summary: 'Returns one user with their sign-in methods, memberships and sessions.',
  access: 'session',
  addition: true,
  query: wire.userQuery,
  answer: wire.userDetailsAnswer,
  refusals: [refusals.mayNotList, refusals.userNotFound],
  handle: async ({ db, query, caller, now }) => {
    requirePermission(caller, { user: ['list'], session: ['list'] }, refusals.mayNotList)
    const userId = query.userId ?? query.id ?? ''
    const { user: found, ...rest } = (await findUserDetails(db, userId)) ?? refuse(refusals.userNotFound)
    const sessions = (await listUserSessions(db, userId, now)).map(toSessionWire)
    const user = toFullUserWire(found)
    return { ...user, user, accounts: [...rest.accounts], memberships: [...rest.memberships], sessions }
  },
})

const listAll = cursorRead({
  path: '/api/auth/admin/list-sessions',
  summary: 'Lists the active sessions of the platform, newest first.',
  list: sessionList,
  items: 'sessions',
  answer: wire.sessionsAnswer,
  toWire: wire.toListedUserSessionWire,
  refusals: [refusals.mayNotListSessions],
  permit: (caller) => requirePermission(caller, { session: ['list'] }, refusals.mayNotListSessions),
})

export const routes: readonly Route[] = [
  ...[list, create, role, ban, unban, impersonate, stop, listSessions, revoke, revokeAll, remove, setPassword, hasPermission],
  ...[get, listAll, ...organizationRoutes],
]
