import { readyProviders } from '#identity/providers/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { signInOptions, toOptionsWire } from './wire.ts'

/** Seconds for which a browser may keep the answer: it changes with the settings alone, and what is switched off is refused in any case. */
const KEPT_SECONDS = 60

const options = route({
  method: 'GET',
  path: '/api/auth/options',
  name: 'auth:options',
  summary: 'What the pages of signing in and of accounts offer here, and how long passwords and user names may be.',
  access: 'public',
  addition: true,
  answer: signInOptions,
  handle: async ({ platform, reply }) => {
    reply.header('cache-control', `public, max-age=${KEPT_SECONDS}`)
    return toOptionsWire(platform.settings, readyProviders(platform))
  },
})

export const routes: readonly Route[] = [options]
