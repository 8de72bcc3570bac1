// The authorization endpoint of a provider: it checks an authorization request and redirects to the callback.
import { randomBytes } from 'node:crypto'
import { clientIdOf, type FakeProviderUser, type Grant, type ProviderSpec } from './provider-spec.ts'

const S256_LENGTH = 43
const CODE_BYTES = 24

/** The state of the fake provider: consents, and the codes and tokens issued for them. */
export interface ProviderState {
  readonly codes: Map<string, { readonly grant: Grant; isUsed: boolean }>
  readonly accessTokens: Map<string, Grant>
  /** Null after the refresh token was used. */
  readonly refreshTokens: Map<string, Grant | null>
  /** `provider user` pairs with an earlier consent. */
  readonly consents: Set<string>
}

/** Creates an empty state. */
export function newProviderState(): ProviderState {
  return { codes: new Map(), accessTokens: new Map(), refreshTokens: new Map(), consents: new Set() }
}

/** A random secret. */
export function randomSecret(): string {
  return randomBytes(CODE_BYTES).toString('base64url')
}

/** The browser's request to our redirect URI. */
export interface ProviderCallback {
  readonly method: 'GET' | 'POST'
  /** With the query for a GET, without it for a POST. */
  readonly url: string
  /** The fields of the query or the form: `code` and `state`, or `error` and `state`, and fields of the provider. */
  readonly fields: Readonly<Record<string, string>>
}

/** The user at the authorization endpoint, and the decision. */
export interface AuthorizationDecision {
  readonly user: FakeProviderUser
  /** `denies` gives a callback with `access_denied`. */
  readonly decision?: 'agrees' | 'denies'
}

/** Whether a URL matches a documented one, in which a star is any one segment. The query is not compared. */
export function matchesUrl(pattern: string, url: URL): boolean {
  const [expected, actual] = [pattern.split('/'), `${url.origin}${url.pathname}`.split('/')]
  return expected.length === actual.length && expected.every((part, index) => part === '*' || part === actual[index])
}

/**
 * Handles an authorization request. Throws where the provider would show its own error page instead of redirecting: an unknown
 * client, a redirect URI that is not ours, a missing or invalid parameter.
 */
export function authorizeUser(
  state: ProviderState,
  provider: ProviderSpec,
  url: URL,
  { user, decision }: AuthorizationDecision,
): ProviderCallback {
  const query = new Map(url.searchParams)
  const fault = authorizationFault(provider, query, [...url.searchParams.keys()])
  if (fault) throw new Error(`${provider.id} shows an error page: ${fault}`)
  const [redirectUri = '', stateParameter = ''] = [query.get('redirect_uri'), query.get('state')]
  if (decision === 'denies')
    return callbackTo(provider, redirectUri, {
      error: 'access_denied',
      error_description: 'The user denied access.',
      state: stateParameter,
    })
  const scopes = (query.get('scope') ?? '').split(provider.scopeSeparator ?? ' ').filter(Boolean)
  const consent = `${provider.id} ${user.id}`
  const grant: Grant = {
    provider: provider.id,
    user,
    clientId: clientIdOf(provider.id),
    redirectUri,
    scopes,
    challenge: provider.pkce === 'ignored' ? undefined : query.get('code_challenge'),
    nonce: query.get('nonce'),
    parameters: query,
    deviceId: randomSecret(),
    isFirst: !state.consents.has(consent),
  }
  state.consents.add(consent)
  const code = randomSecret()
  state.codes.set(code, { grant, isUsed: false })
  return callbackTo(provider, redirectUri, { code, state: stateParameter, ...provider.callback?.(grant) })
}

function authorizationFault(provider: ProviderSpec, query: ReadonlyMap<string, string>, names: readonly string[]): string | undefined {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) return `${twice} is repeated`
  if (query.get('response_type') !== 'code') return 'response_type must be code'
  const idName = provider.clientIdName ?? 'client_id'
  if (query.get(idName) !== clientIdOf(provider.id)) return `${idName} does not name a known client`
  if (URL.parse(query.get('redirect_uri') ?? '')?.pathname !== `/api/auth/callback/${provider.id}`) return 'redirect_uri is not registered'
  if (!query.get('state')) return 'state is missing'
  return scopeFault(provider, query) ?? challengeFault(provider, query) ?? provider.authorizeFault?.(query)
}

function scopeFault(provider: ProviderSpec, query: ReadonlyMap<string, string>): string | undefined {
  const scope = query.get('scope')
  if (scope === '') return 'scope is empty'
  const requested = (scope ?? '').split(provider.scopeSeparator ?? ' ')
  const missing = provider.scopesNeeded.find((each) => !requested.includes(each))
  return missing && `the scope ${missing} is needed`
}

function challengeFault({ pkce }: ProviderSpec, query: ReadonlyMap<string, string>): string | undefined {
  const challenge = query.get('code_challenge')
  if (pkce === 'ignored' || (pkce === 'taken' && challenge === undefined)) return undefined
  if (challenge?.length !== S256_LENGTH) return 'code_challenge is needed'
  return query.get('code_challenge_method')?.toUpperCase() === 'S256' ? undefined : 'code_challenge_method must be S256'
}

function callbackTo(provider: ProviderSpec, redirectUri: string, fields: Readonly<Record<string, string>>): ProviderCallback {
  if (provider.usesFormPost) return { method: 'POST', url: redirectUri, fields }
  return { method: 'GET', url: `${redirectUri}?${new URLSearchParams(fields)}`, fields }
}
