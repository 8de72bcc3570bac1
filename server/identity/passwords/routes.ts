import { sendCookies } from '#identity/sessions/index.ts'
import { signInRefusals } from '#identity/sign-in/index.ts'
import { addressOf, usernameOf, userRefusals } from '#identity/users/index.ts'
import { toShortUserWire } from '#identity/users/wire.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
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

const unfit = [passwordRefusals.passwordTooShort, passwordRefusals.passwordTooLong, passwordRefusals.passwordTooCommon]

const signUpEmail = route({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  name: 'auth:sign-up-email',
  summary: 'Makes an account with an address and a password, and signs in.',
  access: 'public',
  transaction: 'own',
  body: signUpBody,
  answer: signUpAnswer,
  refusals: [...Object.values(userRefusals), passwordRefusals.signUpNotEnabled, ...unfit],
  handle: async ({ platform, body, request, caller, reply, now }) => {
    const { user, begun } = await signUp(platform, { wanted: body, request, caller, now })
    if (begun) sendCookies(reply, begun.cookies)
    return { token: begun?.session.token ?? null, user: toShortUserWire(user) }
  },
})

const signInEmail = route({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  name: 'auth:sign-in-email',
  summary: 'Signs in with an address and a password.',
  access: 'public',
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
      claim: { by: 'email', name: addressOf(body.email) },
      password: body.password,
      isRemembered: body.rememberMe !== false,
      callbackURL: body.callbackURL,
      refusals: { wrong: passwordRefusals.invalidEmailOrPassword, unproven: passwordRefusals.emailNotVerified },
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
      claim: { by: 'username', name: usernameOf(body.username, bounds) },
      password: body.password,
      isRemembered: body.rememberMe !== false,
      callbackURL: undefined,
      refusals: { wrong: passwordRefusals.invalidUsernameOrPassword, unproven: passwordRefusals.usernameEmailNotVerified },
      request,
      caller,
      now,
    })
    sendCookies(reply, cookies)
    return { token: session.token, user: { ...toShortUserWire(user), username: user.username, displayUsername: user.displayUsername } }
  },
})

/** Both names mail a link that replaces a forgotten password, if somebody has the address; the answer is the same for anyone. */
const forgetting = {
  method: 'POST',
  transaction: 'own',
  body: wire.forgetPasswordBody,
  answer: wire.done,
  refusals: [passwordRefusals.resetNotEnabled],
  summary: 'Mails a link that replaces a forgotten password, if somebody has the address; the answer is the same for anyone.',
} as const

const forgetPasswordPost = route({
  ...forgetting,
  method: 'POST',
  path: '/api/auth/forget-password',
  name: 'auth:forget-password',
  access: 'public',
  handle: async ({ platform, body, request, now, transaction }) => {
    await forgetPassword(platform, { email: body.email, redirectTo: body.redirectTo, request, now, transaction })
    return { status: true }
  },
})

const requestPasswordReset = route({
  ...forgetting,
  method: 'POST',
  path: '/api/auth/request-password-reset',
  name: 'auth:request-password-reset',
  access: 'public',
  handle: async ({ platform, body, request, now, transaction }) => {
    await forgetPassword(platform, { email: body.email, redirectTo: body.redirectTo, request, now, transaction })
    return { status: true }
  },
})

const resetLink = route({
  method: 'GET',
  path: '/api/auth/reset-password/{token}',
  name: 'auth:reset-password-link',
  summary: 'Leads the browser on with the token of a mailed link, or with an error; the token is not spent.',
  access: 'public',
  isNavigated: true,
  params: wire.resetLinkParams,
  query: wire.resetLinkQuery,
  status: 302,
  handle: async ({ platform, params: { token }, query, reply, now }) => {
    const told = (await isResetToken(platform, { token, now })) ? { token } : { error: 'INVALID_TOKEN' }
    reply.redirect(resetTarget(platform.settings.BASE_URL, query.callbackURL, told))
  },
})

const resetPasswordPost = route({
  method: 'POST',
  path: '/api/auth/reset-password',
  name: 'auth:reset-password',
  summary: 'Gives whoever holds the token of a mailed link another password, and spends the token.',
  access: 'public',
  transaction: 'own',
  query: wire.resetPasswordQuery,
  body: wire.resetPasswordBody,
  answer: wire.done,
  refusals: [passwordRefusals.invalidToken, ...unfit],
  handle: async ({ platform, body, query, request, now, transaction }) => {
    await resetPassword(platform, { newPassword: body.newPassword, token: body.token || query.token, request, now, transaction })
    return { status: true }
  },
})

const changePasswordPost = route({
  method: 'POST',
  path: '/api/auth/change-password',
  name: 'auth:change-password',
  summary: 'Changes the password of whoever knows the present one; on wish all sessions end and a new one begins.',
  access: 'session',
  transaction: 'own',
  body: wire.changePasswordBody,
  answer: wire.changePasswordAnswer,
  refusals: [passwordRefusals.credentialNotFound, passwordRefusals.invalidPassword, passwordRefusals.borrowedSession, ...unfit],
  handle: async ({ platform, body, caller, request, reply, now, transaction }) => {
    const { revokeOtherSessions: endsOthers = false, ...given } = body
    const { user, begun } = await changePassword(platform, { ...given, endsOthers, caller, request, now, transaction })
    if (begun && caller.via === 'cookie') sendCookies(reply, begun.cookies)
    return { token: begun?.session.token ?? null, user: toShortUserWire(user) }
  },
})

const setPasswordPost = route({
  method: 'POST',
  path: '/api/auth/set-password',
  name: 'auth:set-password',
  summary: 'A server call: gives a person without a password their first one.',
  access: 'service',
  transaction: 'own',
  body: wire.setPasswordBody,
  answer: wire.done,
  refusals: [passwordRefusals.eitherUserIdOrSession, passwordRefusals.userNotFound, passwordRefusals.alreadyHasPassword, ...unfit],
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
