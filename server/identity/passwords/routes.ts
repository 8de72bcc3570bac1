import { sendCookies } from '#identity/sessions/index.ts'
import { signInRefusals } from '#identity/sign-in/index.ts'
import { userRefusals } from '#identity/users/index.ts'
import { toShortUserWire } from '#identity/users/wire.ts'
import { type Route, route } from '#platform/http/route.ts'
import { signInByEmail } from './actions/sign-in.ts'
import { signUp } from './actions/sign-up.ts'
import { passwordRefusals } from './refusals.ts'
import { signInAnswer, signInBody, signUpAnswer, signUpBody } from './wire.ts'

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
  handle: async ({ platform, body, request, caller, reply, now, transaction }) => {
    const { user, begun } = await signUp(platform, { wanted: body, request, caller, now, transaction })
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
  handle: async ({ platform, body, request, caller, reply, now, transaction }) => {
    const { user, session, cookies } = await signInByEmail(platform, { given: body, request, caller, now, transaction })
    sendCookies(reply, cookies)
    const { callbackURL: url } = body
    return { redirect: Boolean(url), token: session.token, ...(url !== undefined && { url }), user: toShortUserWire(user) }
  },
})

export const routes: readonly Route[] = [signUpEmail, signInEmail]
