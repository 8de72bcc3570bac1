import { z } from 'zod'
import { configuredProviders } from '#identity/providers/index.ts'
import type { Shortcut } from '#platform/http/front/shortcut.ts'
import { type Route, route } from '#platform/http/route.ts'
import { statusAnswer, successAnswer } from '#platform/http/wire-parts.ts'
import { listSessions } from './actions/list-sessions.ts'
import { readSession } from './actions/read-session.ts'
import { revokeOwnSession, revokeOwnSessions } from './actions/revoke-own-sessions.ts'
import { signOut } from './actions/sign-out.ts'
import { sendCookies } from './cookies.ts'
import { sessionRefusals } from './refusals.ts'
import { listedSession, sessionWithUser, signInOptions, toListedSessionWire, toOptionsWire } from './wire.ts'

const trueFlag = z
  .string()
  .transform((text) => text === 'true')
  .optional()

/** The two queries that pages send: with and without the cookie cache. */
const MAY_USE_CACHE = new Map([
  ['', true],
  ['disableCookieCache=true', false],
])

/** get-session for the server's own pages, which request it at every page view. */
export const sessionShortcut: Shortcut = (platform, { request, query, now }) => {
  const mayUseCache = MAY_USE_CACHE.get(query)
  if (mayUseCache === undefined) return undefined
  return async () => {
    // The wire objects have the key order of their schemas, so the text equals the parsed response of the route. The test checks this.
    const { text, cookies } = await readSession(platform, { request, mayRenew: true, mayUseCache, now })
    return { text, cookies }
  }
}

const getSession = route({
  method: 'GET',
  path: '/api/auth/get-session',
  name: 'auth:get-session',
  summary: 'Returns the current session and its user, or null.',
  access: 'public',
  transaction: 'own',
  query: z.object({ disableCookieCache: trueFlag, disableRefresh: trueFlag }),
  answer: sessionWithUser,
  shortcut: sessionShortcut,
  handle: async ({ platform, request, query, reply, now }) => {
    const input = { request, mayRenew: !query.disableRefresh, mayUseCache: !query.disableCookieCache, now }
    const { body, cookies } = await readSession(platform, input)
    sendCookies(reply, cookies)
    return body
  },
})

const postSignOut = route({
  method: 'POST',
  path: '/api/auth/sign-out',
  name: 'auth:sign-out',
  summary: 'Revokes the session of the request.',
  access: 'public',
  impersonation: 'allowed',
  transaction: 'own',
  answer: successAnswer,
  refusals: [sessionRefusals.failedToGetSession],
  handle: async ({ platform, request, caller, reply, now }) => {
    sendCookies(reply, await signOut(platform, { request, caller, now }))
    return { success: true }
  },
})

const list = route({
  method: 'GET',
  path: '/api/auth/list-sessions',
  name: 'auth:list-sessions',
  summary: "Lists the caller's sessions, the newest first.",
  access: 'session',
  answer: z.array(listedSession),
  handle: async ({ platform, caller, now }) => (await listSessions(platform, { caller, now })).map(toListedSessionWire),
})

const revoke = route({
  method: 'POST',
  path: '/api/auth/revoke-session',
  name: 'auth:revoke-session',
  summary: "Revokes one of the caller's sessions.",
  access: 'session',
  impersonation: 'allowed',
  transaction: 'own',
  body: z.object({ token: z.string() }),
  answer: statusAnswer,
  refusals: [sessionRefusals.notFound, sessionRefusals.notOwn],
  handle: async ({ platform, body, caller, request, now }) => {
    await revokeOwnSession(platform, body.token, { caller, request, now })
    return { status: true }
  },
})

const revokeAll = route({
  method: 'POST',
  path: '/api/auth/revoke-sessions',
  name: 'auth:revoke-sessions',
  summary: "Revokes all of the caller's sessions, including the current one.",
  access: 'session',
  impersonation: 'allowed',
  answer: statusAnswer,
  handle: async ({ tx, platform, caller, request, now }) => {
    await revokeOwnSessions(tx, platform, { which: 'all', caller, request, now })
    return { status: true }
  },
})

const revokeOthers = route({
  method: 'POST',
  path: '/api/auth/revoke-other-sessions',
  name: 'auth:revoke-other-sessions',
  summary: "Revokes all of the caller's sessions except the current one.",
  access: 'session',
  impersonation: 'allowed',
  answer: statusAnswer,
  handle: async ({ tx, platform, caller, request, now }) => {
    await revokeOwnSessions(tx, platform, { which: 'others', caller, request, now })
    return { status: true }
  },
})

/** Seconds for which a browser may cache the response. It changes only with the settings, and a disabled feature is refused in any case. */
const CACHE_SECONDS = 60

const options = route({
  method: 'GET',
  path: '/api/auth/options',
  name: 'auth:options',
  summary: 'Returns the enabled sign-in, account and organization features, and the bounds of passwords, user names and organizations.',
  access: 'public',
  addition: true,
  answer: signInOptions,
  handle: async ({ platform, reply }) => {
    reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`)
    return toOptionsWire(platform.settings, configuredProviders(platform))
  },
})

export const routes: readonly Route[] = [getSession, postSignOut, list, revoke, revokeAll, revokeOthers, options]
