import { passwordRefusals } from '#identity/passwords/index.ts'
import { PICTURE_BODY_LIMIT } from '#identity/pictures/wire.ts'
import { clearedCookies, languageCookie, sendCookies, sessionCookies } from '#identity/sessions/index.ts'
import { isUsernameUsed, parseUsername, userRefusals } from '#identity/users/index.ts'
import { toShortUserWire } from '#identity/users/wire.ts'
import { withQuery } from '#identity/verification/index.ts'
import { type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Reply } from '#platform/http/reply.ts'
import { type Route, route } from '#platform/http/route.ts'
import { statusAnswer } from '#platform/http/wire-parts.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { changeEmail } from './actions/change-email.ts'
import { deleteAccountByToken } from './actions/delete-account.ts'
import { redeemEmailLink } from './actions/redeem-email-link.ts'
import { requestDeletion } from './actions/request-deletion.ts'
import { sendVerification } from './actions/send-verification.ts'
import { updateProfile } from './actions/update-profile.ts'
import { accountDeletionRefusals as deletion, emailRefusals, linkRefusals, profileRefusals } from './refusals.ts'
import * as wire from './wire.ts'

const sendVerificationEmail = route({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  name: 'auth:send-verification-email',
  summary: 'Mails a link that verifies an email.',
  access: 'anyone',
  impersonation: 'allowed',
  transaction: 'own',
  body: wire.sendVerificationBody,
  answer: statusAnswer,
  refusals: [emailRefusals.verificationNotEnabled, emailRefusals.userNotFound],
  handle: async ({ platform, body, caller, request, now, transaction }) => {
    await sendVerification(platform, { email: body.email, callbackURL: body.callbackURL, caller, request, now, transaction })
    return { status: true }
  },
})

const verifyEmail = route({
  method: 'GET',
  path: '/api/auth/verify-email',
  name: 'auth:verify-email',
  summary: 'Redeems a mailed link: verifies or changes an email, and redirects the browser if the link names a URL.',
  access: 'anyone',
  isNavigated: true,
  transaction: 'own',
  query: wire.verifyEmailQuery,
  answer: wire.verifyEmailAnswer,
  refusals: Object.values(linkRefusals),
  handle: async ({ platform, query: { token, callbackURL }, caller, request, reply, now, transaction }) => {
    const result = await redeemEmailLink(platform, { token, callbackURL, caller, request, now, transaction })
    if ('refusal' in result) {
      if (!callbackURL) return refuse(result.refusal)
      return reply.redirect(withQuery(callbackURL, 'error', result.refusal.sentence)) as undefined
    }
    if (result.created) sendCookies(reply, result.created.cookies)
    else if (result.renewed) sendAgain(reply, platform, { ...result.renewed, now })
    if (callbackURL) return reply.redirect(callbackURL) as undefined
    return { status: true, user: result.changed ? toShortUserWire(result.changed) : null }
  },
})

const change = route({
  method: 'POST',
  path: '/api/auth/change-email',
  name: 'auth:change-email',
  summary: 'Changes an unverified email; mails a link that confirms the change to a verified one.',
  access: 'session',
  impersonation: 'refused',
  transaction: 'own',
  body: wire.changeEmailBody,
  answer: statusAnswer,
  refusals: Object.values(emailRefusals).filter(isChangeRefusal),
  handle: async ({ platform, body, caller, request, reply, now, transaction }) => {
    const { newEmail, callbackURL } = body
    const user = await changeEmail(platform, { newEmail, callbackURL, caller, request, now, transaction })
    if (user) sendAgain(reply, platform, { ...caller, user, now })
    return { status: true }
  },
})

function isChangeRefusal({ code }: RefusalEntry): boolean {
  return code !== emailRefusals.userNotFound.code
}

// A session of a bearer token has no cookie to send again.
function sendAgain(reply: Reply, platform: Platform, { via, session, user, now }: UserCaller & { readonly now: Date }): void {
  if (via === 'cookie') sendCookies(reply, sessionCookies({ session, user, now }, platform))
}

const { usernameTooShort, usernameTooLong, usernameInvalid, usernameTaken } = userRefusals

const updateUser = route({
  method: 'POST',
  path: '/api/auth/update-user',
  name: 'auth:update-user',
  summary: 'Updates the name, picture, user name and language of the signed-in user.',
  access: 'session',
  impersonation: 'allowed',
  body: wire.updateUserBody,
  bodyLimit: PICTURE_BODY_LIMIT,
  answer: statusAnswer,
  refusals: [profileRefusals.emailNotUpdatable, usernameTooShort, usernameTooLong, usernameInvalid, usernameTaken],
  handle: async ({ tx, platform, body, caller, request, reply, now }) => {
    const user = await updateProfile(tx, platform, { changes: body, caller, request, now })
    sendAgain(reply, platform, { ...caller, user, now })
    // In a session of an administrator the browser keeps the language of the administrator.
    const changesLanguage = body.language !== undefined && caller.via === 'cookie' && caller.session.impersonatedBy === null
    if (changesLanguage) sendCookies(reply, [languageCookie(user.language, platform)])
    return { status: true }
  },
})

const usernameAvailable = route({
  method: 'POST',
  path: '/api/auth/is-username-available',
  name: 'auth:is-username-available',
  summary: 'Checks whether a user name is free.',
  access: 'public',
  impersonation: 'allowed',
  addition: true,
  transaction: 'none',
  body: wire.usernameBody,
  answer: wire.usernameAnswer,
  refusals: [usernameTooShort, usernameTooLong, usernameInvalid],
  handle: async ({ db, platform: { settings }, body }) => {
    const bounds = { minimum: settings.MIN_USERNAME_LENGTH, maximum: settings.MAX_USERNAME_LENGTH }
    return { available: !(await isUsernameUsed(db, parseUsername(body.username, bounds))) }
  },
})

const DELETED = { success: true, message: 'User deleted', isDeleted: true } as const

const deleteUser = route({
  method: 'POST',
  path: '/api/auth/delete-user',
  name: 'auth:delete-user',
  summary: 'Deletes the account of the signed-in user: by password, by the token of a mailed link, or by a fresh session.',
  access: 'session',
  impersonation: 'refused',
  transaction: 'own',
  body: wire.deleteUserBody,
  answer: wire.deletedAnswer,
  refusals: [
    deletion.NOT_FOUND,
    passwordRefusals.credentialNotFound,
    passwordRefusals.invalidPassword,
    deletion.invalidToken,
    deletion.sessionExpired,
    deletion.onlyOwner,
    deletion.lastAdministrator,
  ],
  handle: async ({ platform, body, caller, request, reply, now, transaction }) => {
    refuseWhen(platform.settings.DELETE_USER_DISABLED, deletion.NOT_FOUND)
    const outcome = await requestDeletion(platform, { body, caller, request, now, transaction })
    if (outcome === 'mailed') return { success: true, message: 'Verification email sent' as const, isDeleted: false }
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
  impersonation: 'refused',
  isNavigated: true,
  transaction: 'one',
  query: wire.deletionQuery,
  answer: wire.deletedAnswer,
  refusals: [deletion.NOT_FOUND, deletion.noUser, deletion.invalidToken, deletion.onlyOwner, deletion.lastAdministrator],
  handle: async ({ tx, platform, query, caller, request, reply, now }) => {
    refuseWhen(platform.settings.DELETE_USER_DISABLED, deletion.NOT_FOUND)
    if (caller.kind !== 'user') return refuse(deletion.noUser)
    await deleteAccountByToken(tx, platform, { token: query.token, caller, request, now })
    if (caller.via === 'cookie') sendCookies(reply, clearedCookies(platform))
    if (query.callbackURL === undefined) return DELETED
    reply.redirect(new URL(query.callbackURL, platform.settings.BASE_URL).href)
    return DELETED
  },
})

export const routes: readonly Route[] = [
  ...[sendVerificationEmail, verifyEmail, change, updateUser, usernameAvailable, deleteUser, deleteUserCallback],
]
