import { z } from 'zod'
import { listAccounts } from '#identity/accounts/index.ts'
import { passwordRefusals, refuseBorrowed } from '#identity/passwords/index.ts'
import { readyProvider, readyProviders } from '#identity/providers/index.ts'
import { requireFresh, sendCookies, sessionRefusals } from '#identity/sessions/index.ts'
import { signInRefusals } from '#identity/sign-in/index.ts'
import { toShortUserWire } from '#identity/users/wire.ts'
import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { comeBack } from './actions/come-back.ts'
import { giveValidTokens, renewTokens } from './actions/renew-tokens.ts'
import { sendToProvider } from './actions/send-to-provider.ts'
import { signInByIdToken } from './actions/sign-in-by-id-token.ts'
import { unlinkAccount } from './actions/unlink-account.ts'
import { resultRefusals, socialRefusals, tokenRefusals } from './refusals.ts'
import { ofForm } from './state.ts'
import * as wire from './wire.ts'

const listProviders = route({
  method: 'GET',
  path: '/api/auth/list-providers',
  name: 'auth:list-providers',
  summary: 'The providers by which people may sign in here.',
  access: 'public',
  addition: true,
  answer: z.array(wire.offeredProvider),
  handle: async ({ platform }) => readyProviders(platform).map(({ id, name }) => ({ id, name })),
})

const signInSocial = route({
  method: 'POST',
  path: '/api/auth/sign-in/social',
  name: 'auth:sign-in-social',
  summary: 'Tells where a browser goes to sign in by a provider; with an id token of the provider, signs in at once.',
  access: 'public',
  transaction: 'own',
  body: wire.signInSocialBody,
  answer: wire.signInSocialAnswer,
  refusals: [
    socialRefusals.providerNotFound,
    socialRefusals.idTokenNotSupported,
    socialRefusals.invalidToken,
    socialRefusals.noUserInfo,
    socialRefusals.noEmail,
    resultRefusals.accountNotLinked,
    resultRefusals.signUpDisabled,
    signInRefusals.BANNED_USER,
  ],
  handle: async ({ platform, body, request, reply, now }) => {
    const provider = readyProvider(platform, body.provider) ?? refuse(socialRefusals.providerNotFound)
    const { idToken: given, callbackURL, requestSignUp = false } = body
    if (given) {
      const arrived = await signInByIdToken(platform, { provider, given, requestSignUp, callbackURL, request, now })
      sendCookies(reply, arrived.cookies)
      return { redirect: false as const, token: arrived.session.token, user: toShortUserWire(arrived.user) }
    }
    const { url, cookie } = await sendToProvider(platform, { ...body, provider, request, now })
    sendCookies(reply, [cookie])
    return { url, redirect: !body.disableRedirect }
  },
})

const callback = route({
  method: 'GET',
  path: '/api/auth/callback/{id}',
  name: 'auth:callback',
  summary: 'Takes a browser in that a provider has sent back, and leads it on with a session or with `error`.',
  access: 'anyone',
  isNavigated: true,
  takesAnyText: true,
  transaction: 'own',
  params: wire.callbackParams,
  query: wire.callbackFields,
  status: 302,
  handle: async ({ platform, params, query, caller, request, reply, now }) => {
    const { location, cookies } = await comeBack(platform, { providerId: params.id, query, caller, request, now })
    sendCookies(reply, cookies)
    reply.redirect(location)
  },
})

const callbackByForm = route({
  method: 'POST',
  path: '/api/auth/callback/{id}',
  name: 'auth:callback-by-form',
  summary: 'Leads a browser that comes with a form to the same address without one, so that its cookies come along; nothing else.',
  access: 'public',
  isNavigated: true,
  takesForeignForms: true,
  takesAnyText: true,
  transaction: 'own',
  params: wire.callbackParams,
  body: wire.callbackForm,
  status: 303,
  handle: async ({ platform, params, body, reply }) => {
    reply.redirect(ofForm(platform.settings.BASE_URL, params.id, body), 303)
  },
})

const linkSocial = route({
  method: 'POST',
  path: '/api/auth/link-social',
  name: 'auth:link-social',
  summary: 'Tells where the browser of whoever is signed in goes to link an account of a provider.',
  access: 'session',
  transaction: 'own',
  body: wire.linkSocialBody,
  answer: wire.sentAnswer,
  refusals: [socialRefusals.providerNotFound, passwordRefusals.borrowedSession],
  handle: async ({ platform, body, caller, request, reply, now }) => {
    refuseBorrowed(caller)
    const provider = readyProvider(platform, body.provider) ?? refuse(socialRefusals.providerNotFound)
    const link = { userId: caller.user.id, sessionId: caller.session.id, via: caller.via }
    const { url, cookie } = await sendToProvider(platform, { ...body, provider, link, request, now })
    sendCookies(reply, [cookie])
    return { url, redirect: !body.disableRedirect }
  },
})

const list = route({
  method: 'GET',
  path: '/api/auth/list-accounts',
  name: 'auth:list-accounts',
  summary: 'The ways in of whoever is signed in: a password, and accounts of providers.',
  access: 'session',
  answer: z.array(wire.accountWire),
  handle: async ({ db, caller }) => (await listAccounts(db, caller.user.id)).map(wire.toAccountWire),
})

const unlink = route({
  method: 'POST',
  path: '/api/auth/unlink-account',
  name: 'auth:unlink-account',
  summary: 'Takes a way in from whoever is signed in; asks for a fresh session.',
  access: 'session',
  body: wire.unlinkBody,
  answer: z.object({ status: z.boolean() }),
  refusals: [sessionRefusals.notFresh, socialRefusals.lastAccount, socialRefusals.accountNotFound, passwordRefusals.borrowedSession],
  handle: async ({ tx, platform, body, caller, request, now }) => {
    refuseBorrowed(caller)
    requireFresh(caller, platform.settings, now)
    await unlinkAccount(tx, platform, { wanted: { providerId: body.providerId, accountId: body.accountId }, caller, request, now })
    return { status: true }
  },
})

const tokensUnavailable: readonly RefusalEntry[] = [
  sessionRefusals.notOwn,
  passwordRefusals.eitherUserIdOrSession,
  passwordRefusals.borrowedSession,
  tokenRefusals.notSupported,
  socialRefusals.accountNotFound,
  tokenRefusals.noRefreshing,
]

const getAccessToken = route({
  method: 'POST',
  path: '/api/auth/get-access-token',
  name: 'auth:get-access-token',
  summary: 'Gives an access token of a linked provider, renewed where it is about to end.',
  access: 'anyone',
  transaction: 'own',
  body: wire.tokenBody,
  answer: wire.accessTokenAnswer,
  refusals: [...tokensUnavailable, tokenRefusals.noValidToken],
  handle: async ({ platform, body, caller, request, now }) => {
    const { providerId, accountId, userId } = body
    return wire.toAccessTokenWire(await giveValidTokens(platform, { providerId, accountId, userId, caller, request, now }))
  },
})

const refreshToken = route({
  method: 'POST',
  path: '/api/auth/refresh-token',
  name: 'auth:refresh-token',
  summary: 'Renews the tokens of a linked provider.',
  access: 'anyone',
  transaction: 'own',
  body: wire.tokenBody,
  answer: wire.refreshTokenAnswer,
  refusals: [...tokensUnavailable, tokenRefusals.failedToRefresh],
  handle: async ({ platform, body, caller, request, now }) => {
    const { providerId, accountId, userId } = body
    return wire.toTokensWire(await renewTokens(platform, { providerId, accountId, userId, caller, request, now }))
  },
})

export const routes: readonly Route[] = [
  listProviders,
  signInSocial,
  callback,
  callbackByForm,
  linkSocial,
  list,
  unlink,
  getAccessToken,
  refreshToken,
]
