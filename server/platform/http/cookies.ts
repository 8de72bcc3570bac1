import { addFurtherValue } from '#kernel/request/cookie-values.ts'
import { isStorable } from '#kernel/text.ts'
import type { CookieAttributes } from '../request/cookie.ts'

/** Longest lifetime of a cookie in seconds; browsers cut longer ones. */
export const COOKIE_MAX_AGE = 34_560_000

const PAIRS_MAX = 100

/**
 * The decoded cookies of a `Cookie` header. The first of several with one name wins, unless their reader asks for all of them
 * (`cookieValues`); malformed ones are left out.
 */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';', PAIRS_MAX)) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at < 1 || name === '') continue
    const value = decoded(pair.slice(at + 1).trim())
    if (value === undefined || !isStorable(value)) continue
    if (cookies.has(name)) addFurtherValue(cookies, name, value)
    else cookies.set(name, value)
  }
  return cookies
}

function decoded(text: string): string | undefined {
  const bare = text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1) : text
  if (!bare.includes('%')) return bare
  try {
    return decodeURIComponent(bare)
  } catch {
    return undefined
  }
}

/** A `Set-Cookie` value. `value` is written unchanged. Throws a RangeError for a lifetime over 34,560,000 seconds. */
export function cookieText(name: string, value: string, { maxAgeSeconds, secure, isScriptable }: CookieAttributes): string {
  if (maxAgeSeconds !== undefined && maxAgeSeconds > COOKIE_MAX_AGE) throw new RangeError(`The cookie ${name} would live too long.`)
  const life = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  return `${name}=${value}${life}; Path=/${isScriptable ? '' : '; HttpOnly'}${secure ? '; Secure' : ''}; SameSite=Lax`
}
