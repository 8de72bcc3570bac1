import { createHash } from 'node:crypto'
import type { AuthorizationInput } from './model.ts'
import type { Client, Provider } from './provider.ts'

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** The S256 challenge of a verifier (RFC 7636). */
export function challengeOf(codeVerifier: string): string {
  return digest(codeVerifier)
}

/** The nonce of an authorization. It is derived from the verifier, so that no other value has to be stored. */
export function nonceOf(codeVerifier: string): string {
  return digest(`nonce ${codeVerifier}`)
}

/** The URL at which the user authorizes our client. */
export function authorizationUrl(provider: Provider, client: Client, input: AuthorizationInput): string {
  const scopes = [...new Set([...provider.scopes, ...input.scopes])]
  const query = new URLSearchParams({
    response_type: 'code',
    [provider.clientIdName]: client.id,
    redirect_uri: input.redirectUri,
    state: input.state,
  })
  if (scopes.length) query.set('scope', scopes.join(provider.scopeSeparator))
  if (provider.hasPkce) {
    query.set('code_challenge', challengeOf(input.codeVerifier))
    query.set('code_challenge_method', 'S256')
  }
  if (provider.idTokens) query.set('nonce', nonceOf(input.codeVerifier))
  if (provider.loginHintName !== undefined && input.loginHint) query.set(provider.loginHintName, input.loginHint)
  for (const [name, value] of Object.entries(provider.authorizeParams(client))) query.set(name, value)
  // Not every provider decodes + as a space.
  return `${provider.endpoints(client).authorize}?${query.toString().replaceAll('+', '%20')}`
}
