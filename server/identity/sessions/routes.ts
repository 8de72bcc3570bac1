import { z } from 'zod'
import { type Route, route } from '#platform/http/route.ts'
import { listSessions } from './actions/list-sessions.ts'
import { readSession } from './actions/read-session.ts'
import { revokeSession, revokeSessions } from './actions/revoke-sessions.ts'
import { sessionShortcut } from './actions/shortcut.ts'
import { signOut } from './actions/sign-out.ts'
import { sendCookies } from './cookies.ts'
import { sessionRefusals } from './refusals.ts'
import { listedSession, signedIn, toListedSessionWire } from './wire.ts'

const yes = z
  .string()
  .transform((text) => text === 'true')
  .optional()

const getSession = route({
  method: 'GET',
  path: '/api/auth/get-session',
  name: 'auth:get-session',
  summary: 'Who is signed in: the session and its person, or null.',
  access: 'public',
  transaction: 'own',
  query: z.object({ disableCookieCache: yes, disableRefresh: yes }),
  answer: signedIn,
  shortcut: sessionShortcut,
  handle: async ({ platform, request, query, reply, now }) => {
    const reading = { request, mayRenew: !query.disableRefresh, mayUseCopy: !query.disableCookieCache, now }
    const { found, cookies } = await readSession(platform, reading)
    sendCookies(reply, cookies)
    return found
  },
})

const postSignOut = route({
  method: 'POST',
  path: '/api/auth/sign-out',
  name: 'auth:sign-out',
  summary: 'Ends the session that the request came with.',
  access: 'public',
  transaction: 'own',
  answer: z.object({ success: z.boolean() }),
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
  summary: 'Where the caller is signed in, the last sign-in first.',
  access: 'session',
  answer: z.array(listedSession),
  handle: async ({ platform, caller, now }) => (await listSessions(platform, { caller, now })).map(toListedSessionWire),
})

const done = z.object({ status: z.boolean() })

const revoke = route({
  method: 'POST',
  path: '/api/auth/revoke-session',
  name: 'auth:revoke-session',
  summary: "Ends one of the caller's sessions.",
  access: 'session',
  transaction: 'own',
  body: z.object({ token: z.string() }),
  answer: done,
  refusals: [sessionRefusals.notFound, sessionRefusals.notOwn],
  handle: async ({ platform, body, caller, request, now }) => {
    await revokeSession(platform, body.token, { caller, request, now })
    return { status: true }
  },
})

const revokeAll = route({
  method: 'POST',
  path: '/api/auth/revoke-sessions',
  name: 'auth:revoke-sessions',
  summary: "Ends all of the caller's sessions, the present one too.",
  access: 'session',
  answer: done,
  handle: async ({ tx, platform, caller, request, now }) => {
    await revokeSessions(tx, platform, { which: 'all', caller, request, now })
    return { status: true }
  },
})

const revokeOthers = route({
  method: 'POST',
  path: '/api/auth/revoke-other-sessions',
  name: 'auth:revoke-other-sessions',
  summary: "Ends all of the caller's sessions but the present one.",
  access: 'session',
  answer: done,
  handle: async ({ tx, platform, caller, request, now }) => {
    await revokeSessions(tx, platform, { which: 'others', caller, request, now })
    return { status: true }
  },
})

export const routes: readonly Route[] = [getSession, postSignOut, list, revoke, revokeAll, revokeOthers]
