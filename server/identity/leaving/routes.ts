import { passwordRefusals, refuseImpersonation } from '#identity/passwords/index.ts'
import { clearedCookies, sendCookies } from '#identity/sessions/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { deleteAccountByToken } from './actions/delete-account.ts'
import { requestDeletion } from './actions/request-deletion.ts'
import { accountDeletionRefusals as refusals } from './refusals.ts'
import { callbackQuery, deletedAnswer, deleteUserBody } from './wire.ts'

const DELETED = { success: true, message: 'User deleted' } as const

const deleteUser = route({
  method: 'POST',
  path: '/api/auth/delete-user',
  name: 'auth:delete-user',
  summary: 'Deletes the account of the signed-in user: by password, by the token of a mailed link, or by a fresh session.',
  access: 'session',
  transaction: 'own',
  body: deleteUserBody,
  answer: deletedAnswer,
  refusals: [
    refusals.NOT_FOUND,
    passwordRefusals.credentialNotFound,
    passwordRefusals.invalidPassword,
    refusals.invalidToken,
    refusals.sessionExpired,
    refusals.onlyOwner,
    refusals.lastAdministrator,
    passwordRefusals.impersonationSession,
  ],
  handle: async ({ platform, body, caller, request, reply, now, transaction }) => {
    refuseWhen(platform.settings.DELETE_USER_DISABLED, refusals.NOT_FOUND)
    refuseImpersonation(caller)
    const outcome = await requestDeletion(platform, { body, caller, request, now, transaction })
    if (outcome === 'mailed') return { success: true, message: 'Verification email sent' as const }
    if (caller.via === 'cookie') sendCookies(reply, clearedCookies(platform))
    return DELETED
  },
})

const deleteUserCallback = route({
  method: 'GET',
  path: '/api/auth/delete-user/callback',
  name: 'auth:delete-user-callback',
  summary: 'Deletes the account that a mailed link names; needs a session of that user.',
  access: 'anyone',
  isNavigated: true,
  transaction: 'one',
  query: callbackQuery,
  answer: deletedAnswer,
  refusals: [
    refusals.NOT_FOUND,
    refusals.noUser,
    refusals.invalidToken,
    refusals.onlyOwner,
    refusals.lastAdministrator,
    passwordRefusals.impersonationSession,
  ],
  handle: async ({ tx, platform, query, caller, request, reply, now }) => {
    refuseWhen(platform.settings.DELETE_USER_DISABLED, refusals.NOT_FOUND)
    if (caller.kind !== 'user') return refuse(refusals.noUser)
    refuseImpersonation(caller)
    await deleteAccountByToken(tx, platform, { token: query.token, caller, request, now })
    if (caller.via === 'cookie') sendCookies(reply, clearedCookies(platform))
    if (query.callbackURL === undefined) return DELETED
    reply.redirect(new URL(query.callbackURL, platform.settings.BASE_URL).href)
    return DELETED
  },
})

export const routes: readonly Route[] = [deleteUser, deleteUserCallback]
