// Exchanges codes and refresh tokens for tokens: the protocol of oauth4webapi over our own HTTP client.
import { customFetch, genericTokenEndpointRequest, processGenericTokenEndpointResponse } from 'oauth4webapi'
import type { CallbackInput, ProviderTokens } from '../model.ts'
import type { Client, Json, Provider } from '../provider.ts'
import { clientAuthOf } from './client-auth.ts'
import { type ProviderHttp, type ProviderRequest, refusalText, UnusableResponseError } from './outbound.ts'

/** The maximum token lifetime: a year, in seconds. A longer one is reduced to it. */
const LIFETIME_MAX = 365 * 24 * 60 * 60
const AGENT = 'Guildhall'
/** Separates a refresh token from its additional parameters. */
const SEPARATOR = ' '

/** The provider, client and time of a token request. */
export interface TokenRequest {
  readonly provider: Provider
  readonly client: Client
  readonly http: ProviderHttp
  readonly now: Date
}

/** Exchanges a code. Rejects with UnusableResponseError or an error of oauth4webapi, both without secrets in their message. */
export async function exchangeCode(request: TokenRequest, input: CallbackInput): Promise<ProviderTokens> {
  const { provider } = request
  const extraParams = provider.exchangeParams({ deviceId: input.deviceId, state: input.state })
  const tokens = await requestTokens(request, 'authorization_code', {
    ...extraParams,
    code: input.code,
    redirect_uri: input.redirectUri,
    ...(provider.hasPkce ? { code_verifier: input.codeVerifier } : {}),
  })
  return joinParams(tokens, Object.fromEntries(Object.entries(extraParams).filter(([name]) => provider.refreshParams.includes(name))))
}

/** Exchanges a refresh token for new tokens. Rejects as exchangeCode does. */
export async function exchangeRefreshToken(request: TokenRequest, refreshToken: string): Promise<ProviderTokens> {
  if (request.provider.refreshParams.length === 0) return requestTokens(request, 'refresh_token', { refresh_token: refreshToken })
  const [token = '', joined] = refreshToken.split(SEPARATOR)
  const params = Object.fromEntries(new URLSearchParams(joined))
  return joinParams(await requestTokens(request, 'refresh_token', { ...params, refresh_token: token }), params)
}

/** A stored refresh token as the provider issued it, without our additional parameters. */
export function originalRefreshToken(provider: Provider, refreshToken: string): string {
  return provider.refreshParams.length === 0 ? refreshToken : (refreshToken.split(SEPARATOR)[0] ?? '')
}

// Some providers require additional parameters with a refresh token. They are stored together with it.
function joinParams(tokens: ProviderTokens, params: Readonly<Record<string, string>>): ProviderTokens {
  if (tokens.refreshToken === null || Object.keys(params).length === 0) return tokens
  return { ...tokens, refreshToken: `${tokens.refreshToken}${SEPARATOR}${new URLSearchParams(params)}` }
}

async function requestTokens(request: TokenRequest, grant: string, fields: Readonly<Record<string, string>>): Promise<ProviderTokens> {
  const { provider, client, http, now } = request
  const { token } = provider.endpoints(client)
  const server = { issuer: new URL(token).origin, token_endpoint: token }
  const self = { client_id: client.id }
  let body: Json = {}
  const response = await genericTokenEndpointRequest(server, self, clientAuthOf(provider, client, now), grant, fields, {
    headers: { 'user-agent': AGENT, ...provider.tokenHeaders },
    [customFetch]: async (url, { headers, body: form }) => {
      body = await bodyOf(provider, http, { url, headers, form })
      // id-tokens.ts verifies the id token with its signature.
      const { id_token: _, ...rest } = body
      return Response.json(rest)
    },
  })
  const read = await processGenericTokenEndpointResponse(server, self, response)
  return tokensOf({ ...read, id_token: body['id_token'] }, now)
}

async function bodyOf(provider: Provider, http: ProviderHttp, call: ProviderRequest): Promise<Json> {
  const { status, json } = await http.request(call)
  if (status < 200 || status > 299 || typeof json !== 'object' || json === null)
    throw new UnusableResponseError(refusalText(call, status, json))
  const body = normalizeBody(provider.normalizeTokenResponse(json as Json))
  // Several providers report an error with status 200.
  if (typeof body['access_token'] !== 'string' || body['access_token'] === '')
    throw new UnusableResponseError(refusalText(call, status, json))
  return body
}

// Brings common deviations into the form of RFC 6749: a missing token type, a list of scopes, null and '' for missing fields.
function normalizeBody(body: Json): Json {
  const present = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''))
  const { scope } = present
  return {
    token_type: 'bearer',
    ...present,
    ...(Array.isArray(scope) ? { scope: scope.join(' ') } : {}),
  }
}

function tokensOf(body: Json, now: Date): ProviderTokens {
  const { access_token: access, refresh_token: refresh, id_token: id, scope, token_type: type } = body
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
  return {
    accessToken: text(access),
    refreshToken: text(refresh),
    idToken: text(id),
    accessTokenExpiresAt: expiryOf(body['expires_in'], now),
    refreshTokenExpiresAt: expiryOf(body['refresh_token_expires_in'] ?? body['refresh_expires_in'], now),
    scopes: (text(scope) ?? '').split(/[\s,]+/).filter(Boolean),
    tokenType: text(type),
  }
}

function expiryOf(seconds: unknown, now: Date): Date | null {
  const lifetime = Number(seconds)
  return (typeof seconds === 'number' || typeof seconds === 'string') && lifetime > 0
    ? new Date(now.getTime() + Math.min(lifetime, LIFETIME_MAX) * 1000)
    : null
}
