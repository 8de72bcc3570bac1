// A fake of all eighteen providers behind SOCIAL_ENDPOINT_PROXY: authorization and token endpoints, keys and profiles, as each provider documents them.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderId } from '#identity/providers/model.ts'
import { authorizeUser, matchesUrl, newProviderState, type ProviderCallback } from './providers/authorization-endpoint.ts'
import { oauthProviders } from './providers/oauth-providers.ts'
import { oidcProviders } from './providers/oidc-providers.ts'
import {
  clientIdOf,
  clientSecretOf,
  type FakeProviderUser,
  type Grant,
  type ProviderAnswer,
  type ProviderRequest,
  type ProviderSpec,
} from './providers/provider-spec.ts'
import { appleKeyFile, appleTeam, publishedKeys } from './providers/signing.ts'
import { answerToken, idTokenFor, type TokenIssuer, type WrongIdToken } from './providers/token-endpoint.ts'

export type { ProviderCallback } from './providers/authorization-endpoint.ts'
export type { FakeProviderUser } from './providers/provider-spec.ts'
export type { WrongIdToken } from './providers/token-endpoint.ts'

/** Kinds of failures of a provider; `error` is the provider's documented error with its status. */
export type ProviderFailureKind = 'down' | 'slow' | '500' | '503' | 'html' | 'huge' | 'redirect' | 'empty' | 'error'

/** A failure of a provider, at one endpoint or (by default) at all of them. */
export interface ProviderFailure {
  readonly kind?: ProviderFailureKind
  readonly at?: 'token' | 'keys' | 'profile'
  /** Makes the id tokens invalid. */
  readonly idToken?: WrongIdToken
}

/** A request that the fake provider received. */
export interface ReceivedRequest extends ProviderRequest {
  readonly provider: ProviderId
  readonly at: 'authorization' | 'token' | 'keys' | 'profile'
}

/** A running fake provider. */
export interface FakeProvider {
  /** The value of SOCIAL_ENDPOINT_PROXY. */
  readonly url: string
  /** Environment variables that configure all eighteen providers, SOCIAL_ENDPOINT_PROXY included. */
  readonly settings: Readonly<Record<string, string>>
  /** The received requests, oldest first. */
  readonly requests: readonly ReceivedRequest[]
  /** Sets the user at the browser. Missing fields are those of the default user: Ada Lovelace, with a verified email and a picture. */
  setUser(user: Partial<FakeProviderUser>): FakeProviderUser
  /**
   * Authorizes at the provider as the user: follows an authorization URL, decides, and returns the callback.
   * Throws where the provider would show its own error page.
   */
  authorize(url: string, options?: { readonly decision?: 'agrees' | 'denies'; readonly user?: Partial<FakeProviderUser> }): ProviderCallback
  /** An id token as a mobile app gets it, for the `idToken` form of sign-in. */
  idToken(
    provider: ProviderId,
    options?: { readonly nonce?: string; readonly wrong?: WrongIdToken; readonly user?: Partial<FakeProviderUser> },
  ): string
  /** An access token as a mobile app gets it. `clientId` names another app. */
  accessToken(provider: ProviderId, options?: { readonly clientId?: string; readonly user?: Partial<FakeProviderUser> }): string
  /** Makes the provider fail from now on; null ends the failure. */
  fail(provider: ProviderId, options: ProviderFailure | null): void
  /** Delays the answers to new requests until the promise settles; `reset` ends it. */
  delayAnswersUntil(done: Promise<unknown>): void
  /** Ends all failures and delays, restores the default user and forgets the received requests. */
  reset(): void
  close(): Promise<void>
}

const HUGE_BYTES = 10 * 1024 * 1024
const INSIDE = 'http://169.254.169.254/latest/meta-data/'
const ADA: FakeProviderUser = {
  id: '80351110224678912',
  name: 'Ada Lovelace',
  login: 'ada',
  email: 'Ada@Example.com',
  isVerified: true,
  hasPicture: true,
  isActive: true,
  extra: {},
}

const specs: readonly ProviderSpec[] = [...oidcProviders, ...oauthProviders]

/** Options of the fake provider. `now` is its clock for id tokens; the system clock by default. */
export interface FakeProviderOptions {
  readonly port?: number
  readonly now?: () => Date
}

/** Starts the fake provider on a loopback port. */
export async function fakeProvider({ port = 0, now = () => new Date() }: FakeProviderOptions = {}): Promise<FakeProvider> {
  const state = newProviderState()
  const requests: ReceivedRequest[] = []
  const failures = new Map<ProviderId, ProviderFailure>()
  let user = ADA
  let delay: Promise<unknown> = Promise.resolve()
  const issuerOf = (provider: ProviderSpec, wrong = failures.get(provider.id)?.idToken): TokenIssuer => ({
    provider,
    state,
    nowSeconds: Math.floor(now().getTime() / 1000),
    wrong,
  })
  const grantFor = (id: ProviderId, changed: Partial<FakeProviderUser> = {}, nonce?: string): Grant => ({
    provider: id,
    user: { ...user, ...changed },
    clientId: clientIdOf(id),
    redirectUri: '',
    scopes: ['openid', 'email', 'profile', 'name', 'public_profile'],
    challenge: undefined,
    nonce,
    parameters: new Map(),
    deviceId: '',
    isFirst: false,
  })
  const authorize: FakeProvider['authorize'] = (url, options = {}) => {
    const at = new URL(url)
    const provider = specs.find((each) => matchesUrl(each.authorize, at))
    if (!provider) throw new Error(`No provider has its authorization endpoint at ${at.origin}${at.pathname}.`)
    return authorizeUser(state, provider, at, { ...options, user: { ...user, ...options.user } })
  }
  const answer = (request: ProviderRequest): Reply => {
    const endpoint = endpointOf(request)
    if (!endpoint) return { status: 404, body: `Nothing is documented at ${request.url}.` }
    requests.push({ ...request, provider: endpoint.provider.id, at: endpoint.at })
    const failure = failures.get(endpoint.provider.id)
    if (endpoint.at !== 'authorization' && failure?.kind && (failure.at ?? endpoint.at) === endpoint.at)
      return failureReply(failure.kind, endpoint, request)
    if (endpoint.at === 'authorization') return authorizationAnswer(() => authorize(String(request.url)))
    if (endpoint.at === 'keys') return { status: 200, body: publishedKeys(endpoint.provider.idTokens?.algorithm ?? 'RS256') }
    if (endpoint.at === 'token') return answerToken(issuerOf(endpoint.provider), request)
    return profileAnswer(endpoint, request, state.accessTokens)
  }
  const server = createServer(async (request, response) => {
    const reply = answer(await receive(request))
    await delay
    send(response, reply)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    settings: { ...clientSettings, SOCIAL_ENDPOINT_PROXY: url },
    requests,
    authorize,
    setUser: (changed) => {
      user = { ...ADA, ...changed }
      return user
    },
    idToken: (id, { nonce, wrong, user: changed } = {}) => idTokenFor(issuerOf(specOf(id), wrong), grantFor(id, changed, nonce)) ?? '',
    accessToken: (id, { clientId, user: changed } = {}) => {
      const token = `app-token-${state.accessTokens.size}`
      state.accessTokens.set(token, { ...grantFor(id, changed), ...(clientId === undefined ? {} : { clientId }) })
      return token
    },
    fail: (id, options) => {
      if (options) failures.set(id, options)
      else failures.delete(id)
    },
    delayAnswersUntil: (done) => {
      delay = done
    },
    reset: () => {
      user = ADA
      delay = Promise.resolve()
      failures.clear()
      requests.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const clientSettings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    specs
      .filter(({ id }) => id !== 'apple' && id !== 'tiktok')
      .flatMap(({ id }) => [
        [`${id.toUpperCase()}_CLIENT_ID`, clientIdOf(id)],
        [`${id.toUpperCase()}_CLIENT_SECRET`, clientSecretOf(id)],
      ]),
  ),
  TIKTOK_CLIENT_KEY: clientIdOf('tiktok'),
  TIKTOK_CLIENT_SECRET: clientSecretOf('tiktok'),
  APPLE_CLIENT_ID: clientIdOf('apple'),
  APPLE_TEAM_ID: appleTeam.team,
  APPLE_KEY_ID: appleTeam.key,
  APPLE_PRIVATE_KEY: appleKeyFile(),
}

function specOf(id: ProviderId): ProviderSpec {
  const row = specs.find((each) => each.id === id)
  if (!row) throw new Error(`${id} is not a known provider.`)
  return row
}

interface Endpoint {
  readonly provider: ProviderSpec
  readonly at: ReceivedRequest['at']
}

function endpointOf({ url }: ProviderRequest): Endpoint | undefined {
  for (const provider of specs) {
    if (matchesUrl(provider.token, url)) return { provider, at: 'token' }
    if (provider.idTokens && matchesUrl(provider.idTokens.keys, url)) return { provider, at: 'keys' }
    if (provider.resources.some((each) => matchesUrl(each.url, url))) return { provider, at: 'profile' }
    if (matchesUrl(provider.authorize, url)) return { provider, at: 'authorization' }
  }
  return undefined
}

type Reply = ProviderAnswer | 'cut' | 'never' | 'huge'

function failureReply(kind: ProviderFailureKind, { provider, at }: Endpoint, request: ProviderRequest): Reply {
  const page = '<!doctype html><title>Be right back</title><p>We are having a rest.</p>'
  if (kind === 'down') return 'cut'
  if (kind === 'slow') return 'never'
  if (kind === 'huge') return 'huge'
  if (kind === 'html') return { status: 200, body: page }
  if (kind === 'empty') return { status: 200, body: '' }
  if (kind === 'redirect') return { status: 302, body: '', headers: { location: INSIDE } }
  if (kind !== 'error') return { status: Number(kind), body: page }
  if (at === 'token') return provider.tokenError?.('invalid_grant', 'No.', request) ?? { status: 400, body: { error: 'invalid_grant' } }
  return provider.invalidTokenAnswer
}

function profileAnswer({ provider }: Endpoint, request: ProviderRequest, tokens: ReadonlyMap<string, Grant>): ProviderAnswer {
  const resource = provider.resources.find(({ url, method }) => matchesUrl(url, request.url) && method === request.method)
  if (!resource) return { status: 405, body: { error: 'method_not_allowed' } }
  const bearer = /^Bearer (.+)$/i.exec(String(request.headers['authorization'] ?? ''))?.[1]
  const { tokenField, tokenQuery } = resource
  const token = tokenField ? request.form.get(tokenField) : tokenQuery ? request.url.searchParams.get(tokenQuery) : bearer
  const fault = resource.fault?.(request)
  const grant = tokens.get(token ?? '')
  if (grant?.provider !== provider.id) return resource.invalidTokenAnswer ?? provider.invalidTokenAnswer
  return fault ? { status: 403, body: { error: 'bad_request', message: fault } } : resource.answer(grant, request)
}

// A real browser that is redirected here instead of to the provider gets the callback as a redirect, or as a form that submits itself.
function authorizationAnswer(open: () => ProviderCallback): ProviderAnswer {
  try {
    const { method, url, fields } = open()
    if (method === 'GET') return { status: 302, body: '', headers: { location: url } }
    const text = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${text(name)}" value="${text(value)}">`)
    return {
      status: 200,
      body: `<form method="post" action="${text(url)}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`,
    }
  } catch (error) {
    return { status: 400, body: error instanceof Error ? error.message : String(error) }
  }
}

async function receive(request: IncomingMessage): Promise<ProviderRequest> {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  const url = new URL(`https:/${request.url ?? ''}`)
  return { method: request.method ?? '', url, headers: request.headers, body, form: new Map(new URLSearchParams(body)) }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'never') return
  if (reply === 'cut') response.destroy()
  else if (reply === 'huge') response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify('x'.repeat(HUGE_BYTES)))
  else {
    const isText = typeof reply.body === 'string'
    const type = isText ? (reply.body.startsWith('<') ? 'text/html' : 'text/plain') : 'application/json'
    response.writeHead(reply.status, { 'content-type': type, ...reply.headers }).end(isText ? reply.body : JSON.stringify(reply.body))
  }
}
