// The token endpoint of a provider: it authenticates the client, checks the code or refresh token, and issues tokens.
import { createHash } from 'node:crypto'
import { type ProviderState, randomSecret } from './authorization-endpoint.ts'
import {
  clientIdOf,
  clientSecretOf,
  type Grant,
  type IssuedTokens,
  type Json,
  omitEmpty,
  type ProviderAnswer,
  type ProviderRequest,
  type ProviderSpec,
} from './provider-spec.ts'
import { appleSecretFault, signedToken, type WrongSignature } from './signing.ts'

/** Defects of an id token that the server must reject. */
export type WrongIdToken = WrongSignature | 'other issuer' | 'other audience' | 'other nonce' | 'expired' | 'other user' | 'missing'

const HOUR = 3600

/** A token issuer: the provider, its state, its clock, and the defect of its id tokens. */
export interface TokenIssuer {
  readonly provider: ProviderSpec
  readonly state: ProviderState
  /** Seconds since 1970. */
  readonly nowSeconds: number
  readonly wrong: WrongIdToken | undefined
}

/** Answers a token request as documented. */
export function answerToken(issuer: TokenIssuer, request: ProviderRequest): ProviderAnswer {
  const { provider, state } = issuer
  const refuse = (error: string, description: string): ProviderAnswer => errorOf(provider, error, description, request)
  if (request.method !== 'POST') return refuse('invalid_request', 'the method must be POST')
  const type = String(request.headers['content-type'] ?? '')
  if (!type.startsWith('application/x-www-form-urlencoded')) return refuse('invalid_request', 'the body must be a form')
  const invalidClient = clientFault(provider, request, issuer.nowSeconds)
  if (invalidClient) return refuse('invalid_client', invalidClient)
  const grantType = request.form.get('grant_type')
  if (grantType === 'authorization_code') {
    const known = state.codes.get(request.form.get('code') ?? '')
    const fault = codeFault(provider, request, known) ?? provider.tokenFault?.(request, known?.grant)
    if (fault || !known) return refuse('invalid_grant', fault ?? '')
    known.isUsed = true
    return issue(issuer, known.grant, request, false)
  }
  if (grantType !== 'refresh_token') return refuse('unsupported_grant_type', 'the grant type is not known')
  const token = request.form.get('refresh_token') ?? ''
  const grant = state.refreshTokens.get(token)
  if (!grant || grant.provider !== provider.id) return refuse('invalid_grant', 'the refresh token is unknown or used up')
  const fault = provider.tokenFault?.(request, grant)
  if (fault) return refuse('invalid_grant', fault)
  if (provider.rotates) state.refreshTokens.set(token, null)
  return issue(issuer, grant, request, true)
}

function errorOf(provider: ProviderSpec, error: string, description: string, request: ProviderRequest): ProviderAnswer {
  return (
    provider.tokenError?.(error, description, request) ?? {
      status: error === 'invalid_client' ? 401 : 400,
      body: { error, error_description: description },
    }
  )
}

function clientFault(provider: ProviderSpec, request: ProviderRequest, nowSeconds: number): string | undefined {
  const [id, secret] = [clientIdOf(provider.id), clientSecretOf(provider.id)]
  const header = /^Basic (.+)$/.exec(String(request.headers['authorization'] ?? ''))?.[1]
  if (header !== undefined) {
    if (!provider.clientAuth.includes('basic')) return 'this provider takes no Authorization header'
    const [user = '', password = ''] = Buffer.from(header, 'base64').toString().split(':').map(decodeURIComponent)
    return user === id && password === secret ? undefined : 'the client is unknown'
  }
  if (request.form.get(provider.clientIdName ?? 'client_id') !== id) return 'the client is unknown'
  const clientSecret = request.form.get('client_secret') ?? ''
  if (provider.clientAuth.includes('apple')) return appleSecretFault(clientSecret, id, nowSeconds)
  return provider.clientAuth.includes('body') && clientSecret === secret ? undefined : 'the client is unknown'
}

function codeFault(
  provider: ProviderSpec,
  { form }: ProviderRequest,
  known: { readonly grant: Grant; readonly isUsed: boolean } | undefined,
): string | undefined {
  if (!known || known.grant.provider !== provider.id) return 'the code is unknown'
  if (known.isUsed) return 'the code was used'
  if (form.get('redirect_uri') !== known.grant.redirectUri) return 'redirect_uri differs from the authorization request'
  const { challenge } = known.grant
  if (challenge === undefined) return undefined
  const verifier = form.get('code_verifier') ?? ''
  return createHash('sha256').update(verifier).digest('base64url') === challenge ? undefined : 'code_verifier does not match'
}

function issue(issuer: TokenIssuer, grant: Grant, request: ProviderRequest, isRefresh: boolean): ProviderAnswer {
  const { provider, state } = issuer
  const refreshes = provider.refreshes?.(grant) ?? true
  const issued: IssuedTokens = {
    accessToken: randomSecret(),
    refreshToken: refreshes && (!isRefresh || provider.rotates) ? randomSecret() : undefined,
    idToken: idTokenFor(issuer, grant),
    scopes: grant.scopes,
    grant,
    isRefresh,
    request,
  }
  state.accessTokens.set(issued.accessToken, grant)
  if (issued.refreshToken !== undefined) state.refreshTokens.set(issued.refreshToken, grant)
  const fields = omitEmpty({
    access_token: issued.accessToken,
    token_type: 'Bearer',
    expires_in: provider.lifeSeconds || undefined,
    refresh_token: issued.refreshToken,
    id_token: issued.idToken,
    scope: grant.scopes.join(' ') || undefined,
  })
  return { status: 200, body: provider.tokenAnswer?.(issued, fields) ?? fields }
}

/** The id token of a grant, with the issuer's defect if any; undefined when the provider issues none. */
export function idTokenFor({ provider, nowSeconds, wrong }: TokenIssuer, grant: Grant): string | undefined {
  const rules = provider.idTokens
  const hasIdToken = rules?.isIssued?.(grant) ?? grant.scopes.includes('openid')
  if (!rules || !hasIdToken || wrong === 'missing') return undefined
  const claims: Json = {
    iss: wrong === 'other issuer' ? 'https://issuer.elsewhere.example' : rules.issuer,
    aud: wrong === 'other audience' ? 'another-client' : grant.clientId,
    sub: wrong === 'other user' ? `${grant.user.id}0` : grant.user.id,
    iat: nowSeconds - (wrong === 'expired' ? 2 * HOUR : 0),
    exp: nowSeconds + (wrong === 'expired' ? -HOUR : HOUR),
    nonce: wrong === 'other nonce' ? 'of-another-sign-in' : rules.repeatsNonce === false ? undefined : grant.nonce,
    ...rules.claims(grant),
  }
  return signedToken(omitEmpty(claims), rules.algorithm, isSignature(wrong) ? wrong : undefined)
}

function isSignature(wrong: WrongIdToken | undefined): wrong is WrongSignature {
  return wrong === 'foreign key' || wrong === 'small key' || wrong === 'no signature' || wrong === 'shared secret'
}
