// Trusted origins: they may send requests with cookies, and a browser may be redirected to them.
import { isStorable } from '#kernel/text.ts'

const RELATIVE = /^\/(?!\/|\\|%2f|%5c)[\w\-.+/@]*(\?[\w\-.+/=&%@]*)?$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/
const WEB = new Set(['http:', 'https:'])

/** The list of trusted origins. */
export interface TrustedOrigins {
  /** Whether an `Origin` (or the origin of a `Referer`) may call with cookies. */
  trustsOrigin(origin: string): boolean
  /** Whether a browser may be redirected to `url`: a path of this site, or an absolute URL of a trusted origin. */
  trustsTarget(url: string): boolean
  /** Whether `origin` is one of the exact http(s) entries, which alone get CORS with credentials. */
  isExact(origin: string): boolean
}

type Entry = (url: URL, text: string) => boolean

// A wildcard is compared with host and port, and only for http(s): other schemes could run a script.
function entryOf(entry: string): Entry {
  if (entry.includes('*')) {
    const escaped = entry.replace(/[.+^${}()|[\]\\]/g, '\\$&')
    const pattern = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`)
    return (url) => WEB.has(url.protocol) && pattern.test(url.host)
  }
  const parsed = URL.parse(entry)
  if (parsed && WEB.has(parsed.protocol)) return (url) => WEB.has(url.protocol) && url.origin === parsed.origin
  // The host as a whole: `myapp://open` does not trust `myapp://open.evil`.
  const isWithin = (text: string) => text.startsWith(entry) && (entry.endsWith('/') || /^(?:[/?#]|$)/.test(text.slice(entry.length)))
  return (url, text) => !WEB.has(url.protocol) && /^[a-z][a-z0-9+.-]*:\/\//i.test(entry) && isWithin(text)
}

/** Creates the list from the server's own origin and the configured entries (exact origins, other schemes, wildcards). */
export function trustedOrigins(baseUrl: string, entries: readonly string[]): TrustedOrigins {
  const all = [baseUrl, ...entries]
  const tests = all.map(entryOf)
  const exact = new Set(
    all.flatMap((entry) => {
      const url = entry.includes('*') ? null : URL.parse(entry)
      return url && WEB.has(url.protocol) ? [url.origin] : []
    }),
  )
  const fits = (text: string): boolean => {
    if (UNSAFE.test(text) || !isStorable(text)) return false
    const url = URL.parse(text)
    return url !== null && url.username === '' && url.password === '' && tests.some((test) => test(url, text))
  }
  return {
    trustsOrigin: (origin) => origin !== 'null' && fits(origin),
    trustsTarget: (target) => {
      if (!target.startsWith('/')) return fits(target)
      return RELATIVE.test(target) && URL.parse(target, baseUrl)?.origin === URL.parse(baseUrl)?.origin
    },
    isExact: (origin) => exact.has(origin),
  }
}
