import { createHash } from 'node:crypto'
import type { AuthorizationAsk } from './model.ts'
import type { Client, Provider } from './provider.ts'

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** The S256 challenge of a verifier (RFC 7636). */
export function challengeOf(codeVerifier: string): string {
  return digest(codeVerifier)
}

/** The nonce of an authorization, made from its verifier so that nothing else has to be kept. */
export function nonceOf(codeVerifier: string): string {
  return digest(`nonce ${codeVerifier}`)
}

/** Where the person's browser is sent to say yes. */
export function authorizationUrl(provider: Provider, client: Client, ask: AuthorizationAsk): string {
  const scopes = [...new Set([...provider.scopes, ...ask.scopes])]
  const query = new URLSearchParams({
    response_type: 'code',
    [provider.clientIdName]: client.id,
    redirect_uri: ask.redirectUri,
    state: ask.state,
  })
  if (scopes.length) query.set('scope', scopes.join(provider.scopeSeparator))
  if (provider.hasPkce) {
    query.set('code_challenge', challengeOf(ask.codeVerifier))
    query.set('code_challenge_method', 'S256')
  }
  if (provider.idTokens) query.set('nonce', nonceOf(ask.codeVerifier))
  if (provider.loginHintName !== undefined && ask.loginHint) query.set(provider.loginHintName, ask.loginHint)
  for (const [name, value] of Object.entries(provider.authorizeParams(client))) query.set(name, value)
  // A blank as + is only understood by whoever reads the query as a form.
  return `${provider.endpoints(client).authorize}?${query.toString().replaceAll('+', '%20')}`
}
