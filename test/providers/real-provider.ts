// OIDC providers on a real implementation (`oidc-provider`) behind SOCIAL_ENDPOINT_PROXY: real codes, PKCE, nonces, keys and refresh.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { ProviderId } from '#identity/providers/model.ts'
import { clientOf, type ProviderProfile, profiles, type RealProviderId } from './profiles.ts'
import { memoryAdapter, signingJwk } from './storage.ts'

/** A user of the provider. */
export interface ProviderUser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly isVerified?: boolean
}

/** A request that reached the proxy. */
export interface ReceivedRequest {
  readonly provider: RealProviderId
  readonly path: string
  readonly method: string
  readonly form: URLSearchParams
}

/** The running providers. */
export interface RealProviders {
  /** The value of SOCIAL_ENDPOINT_PROXY. */
  readonly url: string
  /** Environment settings that register us as their client, SOCIAL_ENDPOINT_PROXY included. */
  readonly settings: Readonly<Record<string, string>>
  readonly requests: readonly ReceivedRequest[]
  /** Sets the user who signs in from now on. */
  setUser(user: ProviderUser): void
  /** Returns the URL at the proxy for a URL of a provider. */
  proxiedUrl(url: string): string
  close(): Promise<void>
}

const HOUR = 3600
const CLAIMS = { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'preferred_username', 'tid'] }

/** Starts a proxy for all providers, for a server at `baseUrl`. */
export async function realProviders(baseUrl: string): Promise<RealProviders> {
  const requests: ReceivedRequest[] = []
  const users = new Map<string, ProviderUser>()
  let currentUser: ProviderUser | undefined
  const hosted = new Map(
    Object.values(profiles).flatMap((profile) => entriesOf(profile, createProvider(profile, { baseUrl, users, requests }))),
  )
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, host = '', ...rest] = (request.url ?? '').split('/')
    const hostedProvider = hosted.get(host)
    if (!hostedProvider) return void response.writeHead(404).end(`There is no provider at ${host}.`)
    const path = withOpenIdScope(hostedProvider.profile, `/${rest.join('/')}`)
    // The provider derives its mount path from the prefix that `url` lacks.
    Object.assign(request, { originalUrl: `/${host}${path}`, url: path })
    if (path.startsWith('/interaction/')) return handleInteraction(hostedProvider.provider, { request, response, currentUser })
    const query = new URL(path, 'http://provider').searchParams
    if (path.startsWith(`${hostedProvider.profile.routes.authorization}?`) && !query.get('nonce'))
      return void response.writeHead(400).end('A nonce is needed here.')
    await hostedProvider.provider.callback()(request, response)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    settings: { ...settingsOf(), SOCIAL_ENDPOINT_PROXY: url },
    requests,
    setUser: (user) => {
      users.set(user.id, user)
      currentUser = user
    },
    proxiedUrl: (providerUrl) => providerUrl.replace(/^https:\//, url),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function withOpenIdScope({ routes, isOpenId }: ProviderProfile, path: string): string {
  return isOpenId && path.startsWith(`${routes.authorization}?`) ? path.replace(/([?&]scope=)/, '$1openid%20') : path
}

interface HostedProvider {
  readonly profile: ProviderProfile
  readonly provider: Provider
}

function entriesOf(profile: ProviderProfile, provider: Provider): (readonly [string, HostedProvider])[] {
  return profile.hosts.map((host) => [host, { profile, provider }] as const)
}

interface ProviderDeps {
  readonly baseUrl: string
  readonly users: ReadonlyMap<string, ProviderUser>
  readonly requests: ReceivedRequest[]
}

function createProvider(profile: ProviderProfile, { baseUrl, users, requests }: ProviderDeps): Provider {
  const { id, secret } = clientOf(profile.id)
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const configuration: Configuration = {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: id,
        client_secret: secret,
        redirect_uris: [`${baseUrl}/api/auth/callback/${profile.id}`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: profile.algorithm,
      },
    ],
    routes: profile.routes,
    scopes: ['openid', 'offline_access', ...profile.scopes],
    claims: CLAIMS,
    conformIdTokenClaims: false,
    jwks: { keys: [signingJwk(profile.algorithm)] },
    cookies: { keys: ['a key of the tests'], names: { session: `${profile.id}_session` } },
    features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    pkce: { required: () => profile.hasPkce },
    enabledJWA: { idTokenSigningAlgValues: [profile.algorithm] },
    issueRefreshToken: async () => profile.hasRefreshTokens,
    rotateRefreshToken: true,
    ttl: { AccessToken: HOUR, AuthorizationCode: 60, IdToken: HOUR, RefreshToken: HOUR, Session: HOUR, Interaction: HOUR, Grant: HOUR },
    interactions: { policy, url: (_ctx, { uid }) => `/${profile.hosts[0]}/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => claimsOf(profile, users.get(sub), sub) }),
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, params } = oidc
      const grant = new oidc.provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
      grant.addOIDCScope(String(params?.['scope']))
      grant.addOIDCClaims(CLAIMS.email.concat(CLAIMS.profile))
      await grant.save()
      return grant
    },
  }
  const provider = new Provider(profile.issuer, configuration)
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next()
    const form = new URLSearchParams(Object.entries(ctx.oidc?.body ?? {}).map(([name, value]): [string, string] => [name, String(value)]))
    requests.push({ provider: profile.id, path: ctx.path, method: ctx.method, form })
  })
  return provider
}

function claimsOf(profile: ProviderProfile, user: ProviderUser | undefined, sub: string) {
  if (!user) return { sub }
  const { name, email, isVerified = true } = user
  return { sub, name, email, email_verified: isVerified, preferred_username: name, ...profile.extraClaims }
}

interface InteractionInput {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly currentUser: ProviderUser | undefined
}

// The page on which the user agrees or denies.
async function handleInteraction(provider: Provider, { request, response, currentUser }: InteractionInput): Promise<void> {
  if (request.method !== 'POST') {
    const choice = (value: string, text: string) => `<button name="decision" value="${value}">${text}</button>`
    const page = `<!doctype html><title>Sign in</title><link rel="icon" href="data:,"><h1>${currentUser?.name}</h1>`
    response.setHeader('content-type', 'text/html; charset=utf-8')
    return void response.end(`${page}<form method="post">${choice('agrees', 'Allow')} ${choice('denies', 'Cancel')}</form>`)
  }
  const form = new URLSearchParams(await textOf(request))
  const { grantId } = await provider.interactionDetails(request, response)
  const agreed = { login: { accountId: currentUser?.id ?? '' }, consent: grantId === undefined ? {} : { grantId }, select_account: {} }
  const denied = { error: 'access_denied', error_description: 'The user denied the request.' }
  await provider.interactionFinished(request, response, form.get('decision') === 'agrees' ? agreed : denied)
}

function settingsOf(): Record<string, string> {
  return Object.fromEntries(
    Object.values(profiles).flatMap(({ id }) => {
      const client = clientOf(id)
      return [
        [`${id.toUpperCase()}_CLIENT_ID`, client.id],
        [`${id.toUpperCase()}_CLIENT_SECRET`, client.secret],
      ]
    }),
  )
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text
}

/** The ids of these providers. */
export const realProviderIds = Object.keys(profiles) as readonly (RealProviderId & ProviderId)[]
