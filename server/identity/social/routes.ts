import { z } from 'zod'
import { listAccounts } from '#identity/accounts/index.ts'
import { passwordRefusals } from '#identity/passwords/index.ts'
import { configuredProvider, configuredProviders } from '#identity/providers/index.ts'
import { requireFresh, sendCookies, sessionRefusals, signInRefusals } from '#identity/sessions/index.ts'
import { toShortUserWire } from '#identity/users/wire.ts'
import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { statusAnswer } from '#platform/http/wire-parts.ts'
import { createAuthorizationUrl } from './actions/create-authorization-url.ts'
import { handleCallback } from './actions/handle-callback.ts'
import { readProviderProfile } from './actions/read-provider-profile.ts'
import { getValidTokens, refreshTokens } from './actions/refresh-tokens.ts'
import { signInByIdToken } from './actions/sign-in-by-id-token.ts'
import { unlinkAccount } from './actions/unlink-account.ts'
import { resultRefusals, socialRefusals, tokenRefusals } from './refusals.ts'
import { redirectUrlOfForm } from './state.ts'
import * as wire from './wire.ts'

const listProviders = route({
  method: 'GET',
  path: '/api/auth/list-providers',
  name: 'auth:list-providers',
  summary: 'Lists the providers that users can sign in with.',
  access: 'public',
  addition: true,
  answer: z.array(wire.offeredProvider),
  handle: async ({ platform }) => configuredProviders(platform).map(({ id, name }) => ({ id, name })),
})

const signInSocial = route({
  method: 'POST',
  path: '/api/auth/sign-in/social',
  name: 'auth:sign-in-social',
  summary: 'Returns the authorization URL of a provider; with an id token of the provider, signs in at once.',
  access: 'public',
  impersonation: 'allowed',
  transaction: 'own',
  body: wire.signInSocialBody,
  bodyLimit: LARGE_BODY_LIMIT,
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
    const provider = configuredProvider(platform, body.provider) ?? refuse(socialRefusals.providerNotFound)
    const { idToken, callbackURL, requestSignUp = false } = body
    if (idToken) {
      const signedIn = await signInByIdToken(platform, { provider, idToken, requestSignUp, callbackURL, request, now })
      sendCookies(reply, signedIn.cookies)
      return { redirect: false as const, token: signedIn.session.token, user: toShortUserWire(signedIn.user) }
    }
    const { url, cookie } = await createAuthorizationUrl(platform, { ...body, provider, request, now })
    sendCookies(reply, [cookie])
    return { url, redirect: !body.disableRedirect }
  },
})

const callback = route({
  method: 'GET',
  path: '/api/auth/callback/{id}',
  name: 'auth:callback',
  summary: 'Handles the callback of a provider, and redirects with a session or with `error`.',
  access: 'anyone',
  isNavigated: true,
  takesAnyText: true,
  transaction: 'own',
  params: wire.callbackParams,
  query: wire.callbackFields,
  status: 302,
  handle: async ({ platform, params, query, caller, request, reply, now }) => {
    const { location, cookies } = await handleCallback(platform, { providerId: params.id, query, caller, request, now })
    sendCookies(reply, cookies)
    reply.redirect(location)
  },
})

const callbackByForm = route({
  method: 'POST',
  path: '/api/auth/callback/{id}',
  name: 'auth:callback-by-form',
  summary: 'Redirects a callback by form to the same URL with a query, so that the browser sends its cookies; nothing else.',
  access: 'public',
  impersonation: 'allowed',
  isNavigated: true,
  takesForeignForms: true,
  takesAnyText: true,
  transaction: 'own',
  params: wire.callbackParams,
  body: wire.callbackForm,
  status: 303,
  handle: async ({ platform, params, body, reply }) => {
    reply.redirect(redirectUrlOfForm(platform.settings.BASE_URL, params.id, body), 303)
  },
})

const linkSocial = route({
  method: 'POST',
  path: '/api/auth/link-social',
  name: 'auth:link-social',
  summary: 'Returns the authorization URL that links an account of a provider to the signed-in user; needs a fresh session.',
  access: 'session',
  impersonation: 'refused',
  transaction: 'own',
  body: wire.linkSocialBody,
  answer: wire.authorizationUrlAnswer,
  refusals: [socialRefusals.providerNotFound, sessionRefusals.notFresh],
  handle: async ({ platform, body, caller, request, reply, now }) => {
    requireFresh(caller, platform.settings, now)
    const provider = configuredProvider(platform, body.provider) ?? refuse(socialRefusals.providerNotFound)
    const link = { userId: caller.user.id, sessionId: caller.session.id, via: caller.via }
    const { url, cookie } = await createAuthorizationUrl(platform, { ...body, provider, link, request, now })
    sendCookies(reply, [cookie])
    return { url, redirect: !body.disableRedirect }
  },
})

const list = route({
  method: 'GET',
  path: '/api/auth/list-accounts',
  name: 'auth:list-accounts',
  summary: 'Lists the sign-in methods of the signed-in user: a password, and accounts of providers.',
  access: 'session',
  answer: z.array(wire.accountWire),
  handle: async ({ db, caller }) => (await listAccounts(db, caller.user.id)).map((account) => wire.toAccountWire(account, caller.user.id)),
})

const unlink = route({
  method: 'POST',
  path: '/api/auth/unlink-account',
  name: 'auth:unlink-account',
  summary: 'Removes a sign-in method of the signed-in user; needs a fresh session.',
  access: 'session',
  impersonation: 'refused',
  body: wire.unlinkBody,
  answer: statusAnswer,
  refusals: [sessionRefusals.notFresh, socialRefusals.lastAccount, socialRefusals.accountNotFound],
  handle: async ({ tx, platform, body, caller, request, now }) => {
    requireFresh(caller, platform.settings, now)
    await unlinkAccount(tx, platform, { selector: { providerId: body.providerId, accountId: body.accountId }, caller, request, now })
    return { status: true }
  },
})

const tokenErrors: readonly RefusalEntry[] = [
  sessionRefusals.notOwn,
  passwordRefusals.eitherUserIdOrSession,
  tokenRefusals.notSupported,
  socialRefusals.accountNotFound,
  tokenRefusals.noRefreshing,
]

const getAccessToken = route({
  method: 'POST',
  path: '/api/auth/get-access-token',
  name: 'auth:get-access-token',
  summary: 'Returns an access token of a linked provider, refreshed if it is about to expire.',
  access: 'anyone',
  impersonation: 'refused',
  transaction: 'own',
  body: wire.tokenBody,
  answer: wire.accessTokenAnswer,
  refusals: [...tokenErrors, tokenRefusals.noValidToken],
  handle: async ({ platform, body, caller, request, now }) => {
    const { providerId, accountId, userId } = body
    return wire.toAccessTokenWire(await getValidTokens(platform, { providerId, accountId, userId, caller, request, now }))
  },
})

const refreshToken = route({
  method: 'POST',
  path: '/api/auth/refresh-token',
  name: 'auth:refresh-token',
  summary: 'Refreshes the tokens of a linked provider.',
  access: 'anyone',
  impersonation: 'refused',
  transaction: 'own',
  body: wire.tokenBody,
  answer: wire.refreshTokenAnswer,
  refusals: [...tokenErrors, tokenRefusals.failedToRefresh],
  handle: async ({ platform, body, caller, request, now }) => {
    const { providerId, accountId, userId } = body
    return wire.toTokensWire(await refreshTokens(platform, { providerId, accountId, userId, caller, request, now }))
  },
})

const accountInfo = route({
  method: 'GET',
  path: '/api/auth/account-info',
  name: 'auth:account-info',
  summary: 'Returns the user of a linked account as its provider describes them now.',
  access: 'anyone',
  addition: true,
  transaction: 'own',
  query: wire.accountInfoQuery,
  answer: wire.accountInfoAnswer,
  refusals: [...tokenErrors, tokenRefusals.noValidToken, tokenRefusals.noAccessToken, socialRefusals.noUserInfo],
  handle: async ({ platform, query, caller, request, now }) => {
    const { accountId, userId } = query
    return wire.toAccountInfoWire(await readProviderProfile(platform, { providerId: undefined, accountId, userId, caller, request, now }))
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
  accountInfo,
]
