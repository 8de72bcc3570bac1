/** The default redirect target of an emailed link. */
const HOME = '/'

/** The emailed link that verifies or changes an email. */
export function verificationLink(baseUrl: string, token: string, callbackURL: string | undefined): string {
  return `${baseUrl}/api/auth/verify-email?token=${token}&callbackURL=${encodeURIComponent(callbackURL || HOME)}`
}

/** The target URL with one more query parameter, after existing parameters and before the fragment. */
export function withQuery(target: string, name: string, value: string): string {
  const at = target.indexOf('#')
  const [base, fragment] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
  return `${base}${base.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}${fragment}`
}
