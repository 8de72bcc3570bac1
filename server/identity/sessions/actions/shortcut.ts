import type { Shortcut } from '#platform/http/front/shortcut.ts'
import { type ReadSession, readSession } from './read-session.ts'

/** The two ways in which pages ask: as they are, and past the copy in the cookie. */
const MAY_USE_COPY = new Map([
  ['', true],
  ['disableCookieCache=true', false],
])

/** The texts of the copies that are kept in mind. */
const texts = new WeakMap<object, string>()

// The wire shapes are built in the order of their schemas, so the text is the ordinary way's, which parses them: the test says so.
function textOf({ found, cookies }: ReadSession): string {
  if (!found) return 'null'
  const known = texts.get(found.session)
  if (known !== undefined) return known
  const text = JSON.stringify(found)
  // What comes without cookies was read from a copy.
  if (!cookies.length) texts.set(found.session, text)
  return text
}

/** get-session for the pages of the server itself, which ask it each time somebody looks at them. */
export const sessionShortcut: Shortcut = (platform, { request, query, now }) => {
  const mayUseCopy = MAY_USE_COPY.get(query)
  if (mayUseCopy === undefined) return undefined
  return async () => {
    const read = await readSession(platform, { request, mayRenew: true, mayUseCopy, now })
    return { text: textOf(read), cookies: read.cookies }
  }
}
