import { sendCookies } from '#identity/sessions/index.ts'
import { signInRefusals } from '#identity/sign-in/index.ts'
import { addressOf, usernameOf, userRefusals } from '#identity/users/index.ts'
import { toShortUserWire } from '#identity/users/wire.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { signInByPassword } from './actions/sign-in.ts'
import { signUp } from './actions/sign-up.ts'
import { passwordRefusals } from './refusals.ts'
import { signInAnswer, signInBody, signInUsernameAnswer, signInUsernameBody, signUpAnswer, signUpBody } from './wire.ts'

const signUpEmail = route({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  name: 'auth:sign-up-email',
  summary: 'Makes an account with an address and a password, and signs in.',
  access: 'public',
  transaction: 'own',
  body: signUpBody,
  answer: signUpAnswer,
  refusals: [
    ...Object.values(userRefusals),
    passwordRefusals.signUpNotEnabled,
    passwordRefusals.passwordTooShort,
    passwordRefusals.passwordTooLong,
  ],
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

export const routes: readonly Route[] = [signUpEmail, signInEmail, signInUsername]
