import type { Shortcut } from '#platform/http/shortcut.ts'
import { type SignedInWire, signedIn } from '../wire.ts'
import { readSession } from './read-session.ts'

/** The two ways in which pages ask: as they are, and past the copy in the cookie. */
const MAY_USE_COPY = new Map([
  ['', true],
  ['disableCookieCache=true', false],
])

/** What was made of the copies that are kept in mind. */
const texts = new WeakMap<object, string>()

function textOf(found: SignedInWire | null): string {
  const known = found ? texts.get(found.session) : 'null'
  if (known !== undefined) return known
  const text = JSON.stringify(signedIn.parse(found))
  if (found) texts.set(found.session, text)
  return text
}

/** get-session for the pages of the server itself, which ask it each time somebody looks at them. */
export const sessionShortcut: Shortcut = (platform, { request, query, now }) => {
  const mayUseCopy = MAY_USE_COPY.get(query)
  if (mayUseCopy === undefined) return undefined
  return async () => {
    const { found, cookies } = await readSession(platform, { request, mayRenew: true, mayUseCopy, now })
    return { text: textOf(found), cookies }
  }
}
