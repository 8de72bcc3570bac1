import type { Shortcut } from '#platform/http/front/shortcut.ts'
import { readSession } from './read-session.ts'

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
