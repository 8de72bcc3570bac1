// The token endpoint of a provider: who asks, with what, and what they are given.
import { createHash } from 'node:crypto'
import { type Books, secretText } from './authorization-endpoint.ts'
import {
  type Answer,
  type AskedOf,
  clientIdOf,
  clientSecretOf,
  type Documented,
  type Grant,
  type Issued,
  type Json,
  there,
} from './documented.ts'
import { appleSecretFault, signedToken, type WrongSignature } from './signing.ts'

/** How an id token is made wrong: what nobody may take. */
export type WrongIdToken = WrongSignature | 'other issuer' | 'other audience' | 'other nonce' | 'expired' | 'other person' | 'missing'

const HOUR = 3600

/** Who issues: the provider, its books, its clock, and how its id tokens are spoilt. */
export interface Counter {
  readonly provider: Documented
  readonly books: Books
  /** Seconds since 1970. */
  readonly nowSeconds: number
  readonly wrong: WrongIdToken | undefined
}

/** Answers a token request as the documentation has it. */
export function answerToken(counter: Counter, asked: AskedOf): Answer {
  const { provider, books } = counter
  const refuse = (error: string, told: string): Answer => errorOf(provider, error, told, asked)
  if (asked.method !== 'POST') return refuse('invalid_request', 'the method must be POST')
  const type = String(asked.headers['content-type'] ?? '')
  if (!type.startsWith('application/x-www-form-urlencoded')) return refuse('invalid_request', 'the body must be a form')
  const clientFault = faultOfClient(provider, asked, counter.nowSeconds)
  if (clientFault) return refuse('invalid_client', clientFault)
  const grantType = asked.form.get('grant_type')
  if (grantType === 'authorization_code') {
    const known = books.codes.get(asked.form.get('code') ?? '')
    const fault = faultOfCode(provider, asked, known) ?? provider.tokenFault?.(asked, known?.grant)
    if (fault || !known) return refuse('invalid_grant', fault ?? '')
    known.isUsed = true
    return issue(counter, known.grant, asked, false)
  }
  if (grantType !== 'refresh_token') return refuse('unsupported_grant_type', 'the grant type is not known')
  const token = asked.form.get('refresh_token') ?? ''
  const grant = books.refreshTokens.get(token)
  if (!grant || grant.provider !== provider.id) return refuse('invalid_grant', 'the refresh token is unknown or used up')
  const fault = provider.tokenFault?.(asked, grant)
  if (fault) return refuse('invalid_grant', fault)
  if (provider.rotates) books.refreshTokens.set(token, null)
  return issue(counter, grant, asked, true)
}

function errorOf(provider: Documented, error: string, told: string, asked: AskedOf): Answer {
  return (
    provider.tokenError?.(error, told, asked) ?? {
      status: error === 'invalid_client' ? 401 : 400,
      body: { error, error_description: told },
    }
  )
}

function faultOfClient(provider: Documented, asked: AskedOf, nowSeconds: number): string | undefined {
  const [id, secret] = [clientIdOf(provider.id), clientSecretOf(provider.id)]
  const header = /^Basic (.+)$/.exec(String(asked.headers['authorization'] ?? ''))?.[1]
  if (header !== undefined) {
    if (!provider.clientAuth.includes('basic')) return 'this provider takes no Authorization header'
    const [user = '', password = ''] = Buffer.from(header, 'base64').toString().split(':').map(decodeURIComponent)
    return user === id && password === secret ? undefined : 'the client is unknown'
  }
  if (asked.form.get(provider.clientIdName ?? 'client_id') !== id) return 'the client is unknown'
  const given = asked.form.get('client_secret') ?? ''
  if (provider.clientAuth.includes('apple')) return appleSecretFault(given, id, nowSeconds)
  return provider.clientAuth.includes('body') && given === secret ? undefined : 'the client is unknown'
}

function faultOfCode(
  provider: Documented,
  { form }: AskedOf,
  known: { readonly grant: Grant; readonly isUsed: boolean } | undefined,
): string | undefined {
  if (!known || known.grant.provider !== provider.id) return 'the code is unknown'
  if (known.isUsed) return 'the code was used'
  if (form.get('redirect_uri') !== known.grant.redirectUri) return 'redirect_uri is another than at the authorization'
  const { challenge } = known.grant
  if (challenge === undefined) return undefined
  const verifier = form.get('code_verifier') ?? ''
  return createHash('sha256').update(verifier).digest('base64url') === challenge ? undefined : 'code_verifier does not fit'
}

function issue(counter: Counter, grant: Grant, asked: AskedOf, isRefresh: boolean): Answer {
  const { provider, books } = counter
  const refreshes = provider.refreshes?.(grant) ?? true
  const issued: Issued = {
    accessToken: secretText(),
    refreshToken: refreshes && (!isRefresh || provider.rotates) ? secretText() : undefined,
    idToken: idTokenFor(counter, grant),
    scopes: grant.scopes,
    grant,
    isRefresh,
    asked,
  }
  books.accessTokens.set(issued.accessToken, grant)
  if (issued.refreshToken !== undefined) books.refreshTokens.set(issued.refreshToken, grant)
  const usual = there({
    access_token: issued.accessToken,
    token_type: 'Bearer',
    expires_in: provider.lifeSeconds || undefined,
    refresh_token: issued.refreshToken,
    id_token: issued.idToken,
    scope: grant.scopes.join(' ') || undefined,
  })
  return { status: 200, body: provider.tokenAnswer?.(issued, usual) ?? usual }
}

/** The id token of a grant, spoilt where the counter says so; undefined where the provider gives none. */
export function idTokenFor({ provider, nowSeconds, wrong }: Counter, grant: Grant): string | undefined {
  const rules = provider.idTokens
  const isGiven = rules?.isGiven?.(grant) ?? grant.scopes.includes('openid')
  if (!rules || !isGiven || wrong === 'missing') return undefined
  const claims: Json = {
    iss: wrong === 'other issuer' ? 'https://issuer.elsewhere.example' : rules.issuer,
    aud: wrong === 'other audience' ? 'another-client' : grant.clientId,
    sub: wrong === 'other person' ? `${grant.person.id}0` : grant.person.id,
    iat: nowSeconds - (wrong === 'expired' ? 2 * HOUR : 0),
    exp: nowSeconds + (wrong === 'expired' ? -HOUR : HOUR),
    nonce: wrong === 'other nonce' ? 'of-another-sign-in' : rules.repeatsNonce === false ? undefined : grant.nonce,
    ...rules.claims(grant),
  }
  return signedToken(there(claims), rules.algorithm, isSignature(wrong) ? wrong : undefined)
}

function isSignature(wrong: WrongIdToken | undefined): wrong is WrongSignature {
  return wrong === 'foreign key' || wrong === 'small key' || wrong === 'no signature' || wrong === 'shared secret'
}
