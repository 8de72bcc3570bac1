// The session of a customer. Its token stays in the storage of the tab: it ends with the tab, no request sends it by itself, and other
// sites cannot use it as they could a cookie. The server keeps its digest alone and ends it after an hour.

/** The secrets with which an email or a merchant's server opens the portal. */
export interface UrlSecrets {
  /** The request whose mailed code the customer types. */
  readonly requestId: string | null
  /** The secret of the link that confirms a new email. */
  readonly emailToken: string | null
  /** The secret of the link that takes a change of the email back. */
  readonly returnToken: string | null
}

const keyOf = (slug: string) => `portal:${slug}`

/** Reads the secrets of the address and takes them out of it; a session token becomes the session. */
export function takeUrlSecrets(slug: string): UrlSecrets {
  const url = new URL(location.href)
  const take = (name: string) => {
    const value = url.searchParams.get(name)
    url.searchParams.delete(name)
    return value
  }
  const token = take('customer_session_token')
  const secrets = { requestId: take('request_id'), emailToken: take('email_token'), returnToken: take('email_return_token') }
  if (url.href !== location.href) history.replaceState(null, '', url)
  if (token) storeToken(slug, token)
  return secrets
}

/** The token of the tab; null without one. */
export const storedToken = (slug: string): string | null => sessionStorage.getItem(keyOf(slug))

/** Stores the token of a new session, or forgets it. */
export function storeToken(slug: string, token: string | null): void {
  if (token === null) sessionStorage.removeItem(keyOf(slug))
  else sessionStorage.setItem(keyOf(slug), token)
}
