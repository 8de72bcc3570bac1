import { configuredProviders } from '#identity/providers/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { signInOptions, toOptionsWire } from './wire.ts'

/** Seconds for which a browser may cache the response. It changes only with the settings, and a disabled feature is refused in any case. */
const CACHE_SECONDS = 60

const options = route({
  method: 'GET',
  path: '/api/auth/options',
  name: 'auth:options',
  summary: 'Returns the enabled sign-in and account features, and the length bounds of passwords and user names.',
  access: 'public',
  addition: true,
  answer: signInOptions,
  handle: async ({ platform, reply }) => {
    reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`)
    return toOptionsWire(platform.settings, configuredProviders(platform))
  },
})

export const routes: readonly Route[] = [options]
