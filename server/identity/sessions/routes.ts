import { z } from 'zod'
import { type Route, route } from '#platform/http/route.ts'
import { readSession } from './actions/read-session.ts'
import { signOut } from './actions/sign-out.ts'
import { sendCookies } from './cookies.ts'
import { credentialOf } from './credential.ts'
import { sessionRefusals } from './refusals.ts'
import { signedIn, toSignedInWire } from './wire.ts'

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
  handle: async ({ platform, request, query, reply, now }) => {
    const reading = { credential: credentialOf(request, platform), mayRenew: !query.disableRefresh, now }
    const { found, cookies } = await readSession(platform, reading)
    sendCookies(reply, cookies)
    return found && toSignedInWire(found)
  },
})

const postSignOut = route({
  method: 'POST',
  path: '/api/auth/sign-out',
  name: 'auth:sign-out',
  summary: 'Ends the session that the request came with.',
  access: 'public',
  answer: z.object({ success: z.boolean() }),
  refusals: [sessionRefusals.failedToGetSession],
  handle: async ({ tx, platform, request, caller, reply, now }) => {
    sendCookies(reply, await signOut(tx, platform, { request, caller, now }))
    return { success: true }
  },
})

export const routes: readonly Route[] = [getSession, postSignOut]
