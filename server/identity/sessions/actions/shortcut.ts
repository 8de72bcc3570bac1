import type { Shortcut } from '#platform/http/front/shortcut.ts'
import { readSession } from './read-session.ts'

/** The two ways in which pages ask: as they are, and past the copy in the cookie. */
const MAY_USE_COPY = new Map([
  ['', true],
  ['disableCookieCache=true', false],
])

/** get-session for the pages of the server itself, which ask it each time somebody looks at them. */
export const sessionShortcut: Shortcut = (platform, { request, query, now }) => {
  const mayUseCopy = MAY_USE_COPY.get(query)
  if (mayUseCopy === undefined) return undefined
  return async () => {
    // The wire shapes are built in the order of their schemas, so the text is the ordinary way's, which parses them: the test says so.
    const { text, cookies } = await readSession(platform, { request, mayRenew: true, mayUseCopy, now })
    return { text, cookies }
  }
}
