// Codes and refresh tokens become tokens: the protocol of oauth4webapi over our own way out.
import { customFetch, genericTokenEndpointRequest, processGenericTokenEndpointResponse } from 'oauth4webapi'
import type { CameBack, ProviderTokens } from '../model.ts'
import type { Client, Json, Provider } from '../provider.ts'
import { clientAuthOf } from './client-auth.ts'
import { type Exchange, NoAnswer, type ProviderCall, refusalTold } from './outbound.ts'

/** A life above this is taken for this: a year, in seconds. */
const LIFE_MAX = 365 * 24 * 60 * 60
const AGENT = 'Guildhall'
/** Between a refresh token and what has to come with it. */
const BESIDE = ' '

/** Whom is asked, as whom, and when. */
export interface TokenAsk {
  readonly provider: Provider
  readonly client: Client
  readonly exchange: Exchange
  readonly now: Date
}

/** Exchanges a code. Rejects with NoAnswer or an error of oauth4webapi, both without secrets in their message. */
export async function exchangeCode(ask: TokenAsk, back: CameBack): Promise<ProviderTokens> {
  const own = ask.provider.exchangeParams({ deviceId: back.deviceId, state: back.state })
  const tokens = await request(ask, 'authorization_code', {
    ...own,
    code: back.code,
    redirect_uri: back.redirectUri,
    ...(ask.provider.hasPkce ? { code_verifier: back.codeVerifier } : {}),
  })
  return kept(tokens, Object.fromEntries(Object.entries(own).filter(([name]) => ask.provider.refreshParams.includes(name))))
}

/** New tokens for a refresh token. Rejects as exchangeCode does. */
export async function exchangeRefreshToken(ask: TokenAsk, refreshToken: string): Promise<ProviderTokens> {
  if (ask.provider.refreshParams.length === 0) return request(ask, 'refresh_token', { refresh_token: refreshToken })
  const [token = '', beside] = refreshToken.split(BESIDE)
  const params = Object.fromEntries(new URLSearchParams(beside))
  return kept(await request(ask, 'refresh_token', { ...params, refresh_token: token }), params)
}

/** A kept refresh token as the provider gave it, for others to use. */
export function ownRefreshToken(provider: Provider, refreshToken: string): string {
  return provider.refreshParams.length === 0 ? refreshToken : (refreshToken.split(BESIDE)[0] ?? '')
}

// A refresh token that is worth nothing without a second value is kept with it.
function kept(tokens: ProviderTokens, params: Readonly<Record<string, string>>): ProviderTokens {
  if (tokens.refreshToken === null || Object.keys(params).length === 0) return tokens
  return { ...tokens, refreshToken: `${tokens.refreshToken}${BESIDE}${new URLSearchParams(params)}` }
}

async function request(ask: TokenAsk, grant: string, fields: Readonly<Record<string, string>>): Promise<ProviderTokens> {
  const { provider, client, exchange, now } = ask
  const { token } = provider.endpoints(client)
  const server = { issuer: new URL(token).origin, token_endpoint: token }
  const self = { client_id: client.id }
  let answer: Json = {}
  const response = await genericTokenEndpointRequest(server, self, clientAuthOf(provider, client, now), grant, fields, {
    headers: { 'user-agent': AGENT, ...provider.tokenHeaders },
    [customFetch]: async (url, { headers, body }) => {
      answer = await answerOf(provider, exchange, { url, headers, form: body })
      // Verified apart, with its signature: id-tokens.ts.
      const { id_token: _, ...rest } = answer
      return Response.json(rest)
    },
  })
  const read = await processGenericTokenEndpointResponse(server, self, response)
  return tokensOf({ ...read, id_token: answer['id_token'] }, now)
}

async function answerOf(provider: Provider, exchange: Exchange, call: ProviderCall): Promise<Json> {
  const { status, json } = await exchange.ask(call)
  if (status < 200 || status > 299 || typeof json !== 'object' || json === null) throw new NoAnswer(refusalTold(call, status, json))
  const mended = plain(provider.tokenAnswer(json as Json))
  // Several tell of an error with status 200.
  if (typeof mended['access_token'] !== 'string' || mended['access_token'] === '') throw new NoAnswer(refusalTold(call, status, json))
  return mended
}

// What many leave out or write in their own way, as RFC 6749 has it; nothing instead of null and ''.
function plain(answer: Json): Json {
  const there = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null && value !== ''))
  const { scope } = there
  return {
    token_type: 'bearer',
    ...there,
    ...(Array.isArray(scope) ? { scope: scope.join(' ') } : {}),
  }
}

function tokensOf(answer: Json, now: Date): ProviderTokens {
  const { access_token: access, refresh_token: refresh, id_token: id, scope, token_type: type } = answer
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
  return {
    accessToken: text(access),
    refreshToken: text(refresh),
    idToken: text(id),
    accessTokenExpiresAt: endOf(answer['expires_in'], now),
    refreshTokenExpiresAt: endOf(answer['refresh_token_expires_in'] ?? answer['refresh_expires_in'], now),
    scopes: (text(scope) ?? '').split(/[\s,]+/).filter(Boolean),
    tokenType: text(type),
  }
}

function endOf(seconds: unknown, now: Date): Date | null {
  const life = Number(seconds)
  return (typeof seconds === 'number' || typeof seconds === 'string') && life > 0
    ? new Date(now.getTime() + Math.min(life, LIFE_MAX) * 1000)
    : null
}
