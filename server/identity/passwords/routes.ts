import { PICTURE_BODY_LIMIT } from '#identity/pictures/wire.ts'
import { sendCookies, signInRefusals } from '#identity/sessions/index.ts'
import { parseEmail, parseUsername, userRefusals } from '#identity/users/index.ts'
import { toShortUserWire } from '#identity/users/wire.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { statusAnswer } from '#platform/http/wire-parts.ts'
import { changePassword } from './actions/change-password.ts'
import { forgetPassword } from './actions/forget-password.ts'
import { isResetToken, resetPassword } from './actions/reset-password.ts'
import { setPassword } from './actions/set-password.ts'
import { signInByPassword } from './actions/sign-in.ts'
import { signUp } from './actions/sign-up.ts'
import { passwordRefusals } from './refusals.ts'
import { resetTarget } from './rules.ts'
import * as wire from './wire.ts'
import { signInAnswer, signInBody, signInUsernameAnswer, signInUsernameBody, signUpAnswer, signUpBody } from './wire.ts'

const newPasswordRefusals = [passwordRefusals.passwordTooShort, passwordRefusals.passwordTooLong, passwordRefusals.passwordTooCommon]

const signUpEmail = route({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  name: 'auth:sign-up-email',
  summary: 'Creates an account with an email and a password, and signs in.',
  access: 'public',
  impersonation: 'allowed',
  limit: { none: 'Each network creates at most a few users an hour.' },
  transaction: 'own',
  body: signUpBody,
  bodyLimit: PICTURE_BODY_LIMIT,
  answer: signUpAnswer,
  refusals: [...Object.values(userRefusals), passwordRefusals.signUpNotEnabled, ...newPasswordRefusals],
  handle: async ({ platform, body, request, caller, reply, now }) => {
    const { user, newSession } = await signUp(platform, { body, request, caller, now })
    if (newSession) sendCookies(reply, newSession.cookies)
    return { token: newSession?.session.token ?? null, user: toShortUserWire(user) }
  },
})

const signInEmail = route({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  name: 'auth:sign-in-email',
  summary: 'Signs in with an email and a password.',
  access: 'public',
  impersonation: 'allowed',
  transaction: 'own',
  body: signInBody,
  answer: signInAnswer,
  refusals: [
    userRefusals.invalidEmail,
    passwordRefusals.signInNotEnabled,
    passwordRefusals.invalidEmailOrPassword,
    passwordRefusals.emailNotVerified,
    signInRefusals.BANNED_USER,
  ],
  handle: async ({ platform, body, request, caller, reply, now }) => {
    refuseWhen(platform.settings.EMAIL_AND_PASSWORD_DISABLED, passwordRefusals.signInNotEnabled)
    const { user, session, cookies } = await signInByPassword(platform, {
      loginName: { by: 'email', name: parseEmail(body.email) },
      password: body.password,
      isRemembered: body.rememberMe !== false,
      callbackURL: body.callbackURL,
      refusals: { wrong: passwordRefusals.invalidEmailOrPassword, unverified: passwordRefusals.emailNotVerified },
      request,
      caller,
      now,
    })
    sendCookies(reply, cookies)
    const { callbackURL: url } = body
    return { redirect: Boolean(url), token: session.token, ...(url !== undefined && { url }), user: toShortUserWire(user) }
  },
})

const signInUsername = route({
  method: 'POST',
  path: '/api/auth/sign-in/username',
  name: 'auth:sign-in-username',
  summary: 'Signs in with a user name and a password.',
  access: 'public',
  impersonation: 'allowed',
  transaction: 'own',
  body: signInUsernameBody,
  answer: signInUsernameAnswer,
  refusals: [
    userRefusals.usernameTooShort,
    userRefusals.usernameTooLong,
    userRefusals.usernameInvalid,
    passwordRefusals.signInNotEnabled,
    passwordRefusals.invalidUsernameOrPassword,
    passwordRefusals.usernameEmailNotVerified,
    signInRefusals.BANNED_USER,
  ],
  handle: async ({ platform, body, request, caller, reply, now }) => {
    const { settings } = platform
    refuseWhen(settings.EMAIL_AND_PASSWORD_DISABLED, passwordRefusals.signInNotEnabled)
    refuseWhen(body.username === '' || body.password === '', passwordRefusals.invalidUsernameOrPassword)
    const bounds = { minimum: settings.MIN_USERNAME_LENGTH, maximum: settings.MAX_USERNAME_LENGTH }
    const { user, session, cookies } = await signInByPassword(platform, {
      loginName: { by: 'username', name: parseUsername(body.username, bounds) },
      password: body.password,
      isRemembered: body.rememberMe !== false,
      callbackURL: body.callbackURL,
      refusals: { wrong: passwordRefusals.invalidUsernameOrPassword, unverified: passwordRefusals.usernameEmailNotVerified },
      request,
      caller,
      now,
    })
    sendCookies(reply, cookies)
    const { callbackURL: url } = body
    const signedIn = { ...toShortUserWire(user), username: user.username, displayUsername: user.displayUsername }
    return { redirect: Boolean(url), token: session.token, ...(url !== undefined && { url }), user: signedIn }
  },
})

/** The two paths behave alike. */
const forgetPasswordRoute = {
  method: 'POST',
  transaction: 'own',
  body: wire.forgetPasswordBody,
  answer: statusAnswer,
  refusals: [passwordRefusals.resetNotEnabled],
  summary: 'Emails a password reset link, if a user has this email. The response is the same for every email.',
} as const

const forgetPasswordPost = route({
  ...forgetPasswordRoute,
  method: 'POST',
  path: '/api/auth/forget-password',
  name: 'auth:forget-password',
  access: 'public',
  impersonation: 'allowed',
  handle: async ({ platform, body, request, now, transaction }) => {
    await forgetPassword(platform, { email: body.email, redirectTo: body.redirectTo, request, now, transaction })
    return { status: true }
  },
})

const requestPasswordReset = route({
  ...forgetPasswordRoute,
  method: 'POST',
  path: '/api/auth/request-password-reset',
  name: 'auth:request-password-reset',
  access: 'public',
  impersonation: 'allowed',
  handle: async ({ platform, body, request, now, transaction }) => {
    await forgetPassword(platform, { email: body.email, redirectTo: body.redirectTo, request, now, transaction })
    return { status: true }
  },
})

const resetLink = route({
  method: 'GET',
  path: '/api/auth/reset-password/{token}',
  name: 'auth:reset-password-link',
  summary: 'Redirects the browser with the token of an emailed link, or with an error. Does not redeem the token.',
  access: 'public',
  isNavigated: true,
  params: wire.resetLinkParams,
  query: wire.resetLinkQuery,
  status: 302,
  handle: async ({ platform, params: { token }, query, reply, now }) => {
    const result = (await isResetToken(platform, { token, now })) ? { token } : { error: 'INVALID_TOKEN' }
    reply.redirect(resetTarget(platform.settings.BASE_URL, query.callbackURL, result))
  },
})

const resetPasswordPost = route({
  method: 'POST',
  path: '/api/auth/reset-password',
  name: 'auth:reset-password',
  summary: 'Sets a new password with the token of an emailed link, and redeems the token.',
  access: 'public',
  impersonation: 'allowed',
  transaction: 'own',
  query: wire.resetPasswordQuery,
  body: wire.resetPasswordBody,
  answer: statusAnswer,
  refusals: [passwordRefusals.invalidToken, ...newPasswordRefusals],
  handle: async ({ platform, body, query, request, now, transaction }) => {
    await resetPassword(platform, { newPassword: body.newPassword, token: body.token || query.token, request, now, transaction })
    return { status: true }
  },
})

const changePasswordPost = route({
  method: 'POST',
  path: '/api/auth/change-password',
  name: 'auth:change-password',
  summary: 'Changes the password of a user who knows the current one. Optionally revokes all sessions and creates a new one.',
  access: 'session',
  impersonation: 'refused',
  transaction: 'own',
  body: wire.changePasswordBody,
  answer: wire.changePasswordAnswer,
  refusals: [passwordRefusals.credentialNotFound, passwordRefusals.invalidPassword, ...newPasswordRefusals],
  handle: async ({ platform, body, caller, request, reply, now, transaction }) => {
    const { revokeOtherSessions: revokesSessions = false, ...passwords } = body
    const { user, newSession } = await changePassword(platform, { ...passwords, revokesSessions, caller, request, now, transaction })
    if (newSession && caller.via === 'cookie') sendCookies(reply, newSession.cookies)
    return { token: newSession?.session.token ?? null, user: toShortUserWire(user) }
  },
})

const setPasswordPost = route({
  method: 'POST',
  path: '/api/auth/set-password',
  name: 'auth:set-password',
  summary: 'Sets the first password of a user. For calls from your own server only.',
  access: 'service',
  impersonation: 'allowed',
  transaction: 'own',
  body: wire.setPasswordBody,
  answer: statusAnswer,
  refusals: [
    passwordRefusals.eitherUserIdOrSession,
    passwordRefusals.userNotFound,
    passwordRefusals.alreadyHasPassword,
    ...newPasswordRefusals,
  ],
  handle: async ({ platform, body, caller, request, now, transaction }) => {
    await setPassword(platform, { userId: body.userId, newPassword: body.newPassword, caller, request, now, transaction })
    return { status: true }
  },
})

export const routes: readonly Route[] = [
  signUpEmail,
  signInEmail,
  signInUsername,
  forgetPasswordPost,
  requestPasswordReset,
  resetLink,
  resetPasswordPost,
  changePasswordPost,
  setPasswordPost,
]
