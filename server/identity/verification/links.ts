/** Where a browser goes after a link, unless somebody said. */
const HOME = '/'

/** The mailed link that proves an address, or changes it. */
export function verificationLink(baseUrl: string, token: string, callbackURL: string | undefined): string {
  return `${baseUrl}/api/auth/verify-email?token=${token}&callbackURL=${encodeURIComponent(callbackURL || HOME)}`
}

/** The target with one more query value: before a fragment, behind values that it has. */
export function withQuery(target: string, name: string, value: string): string {
  const at = target.indexOf('#')
  const [address, fragment] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
  return `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}${fragment}`
}
