// A browser at the real provider: it stores cookies, follows redirects and agrees or denies, until the redirect to our callback.
import type { RealProviders } from './real-provider.ts'

/** The request that the browser would send to our callback. */
export interface CallbackRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** The fields of the query or of the form. */
  readonly fields: Readonly<Record<string, string>>
}

const STEPS = 10

/** Follows an authorization URL to the callback. Throws an error with the page where the provider shows an error page. */
export async function followAuthorization(
  providers: RealProviders,
  authorizationUrl: string,
  decision: 'agrees' | 'denies' = 'agrees',
): Promise<CallbackRequest> {
  const cookies = new Map<string, string>()
  let next: { url: string; form?: URLSearchParams } = { url: providers.proxiedUrl(authorizationUrl) }
  for (let step = 0; step < STEPS; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const method = next.form ? 'POST' : 'GET'
    const answer = await fetch(next.url, { method, redirect: 'manual', headers: { cookie }, ...(next.form && { body: next.form }) })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    const location = answer.headers.get('location')
    const action = /action="([^"]+)"/.exec(text)?.[1]
    if (location) {
      const url = new URL(location, next.url)
      if (!url.href.startsWith(providers.url)) return { method: 'GET', url: url.href, fields: Object.fromEntries(url.searchParams) }
      next = { url: url.href }
    } else if (action) {
      const inputs = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
      return { method: 'POST', url: action, fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value])) }
    } else if (answer.ok && text.includes('name="decision"')) next = { url: next.url, form: new URLSearchParams({ decision }) }
    else throw new Error(`The provider shows an error page at ${next.url}: ${answer.status} ${text}`)
  }
  throw new Error('The callback was not reached.')
}
