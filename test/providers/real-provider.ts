// The OIDC providers as a real one plays them (`oidc-provider`), behind SOCIAL_ENDPOINT_PROXY: real codes, PKCE, nonces, keys and refresh.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { ProviderId } from '#identity/providers/model.ts'
import { clientOf, type PlayedId, type Role, roles } from './roles.ts'
import { keptInMemory, published } from './vault.ts'

/** Who signs in at the provider. */
export interface RealPerson {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly isVerified?: boolean
}

/** A request that reached the front. */
export interface Reached {
  readonly provider: PlayedId
  readonly path: string
  readonly method: string
  readonly form: URLSearchParams
}

/** The providers while they run. */
export interface RealProviders {
  /** The value of SOCIAL_ENDPOINT_PROXY. */
  readonly url: string
  /** Settings that make us their client, SOCIAL_ENDPOINT_PROXY included, as an environment. */
  readonly settings: Readonly<Record<string, string>>
  readonly reached: readonly Reached[]
  /** Says who signs in from now on. */
  sits(person: RealPerson): void
  /** Where the front has an address of a provider. */
  frontOf(url: string): string
  close(): Promise<void>
}

const HOUR = 3600
const CLAIMS = { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'preferred_username', 'tid'] }

/** Starts a front with all roles behind it, for a server at `baseUrl`. */
export async function realProviders(baseUrl: string): Promise<RealProviders> {
  const reached: Reached[] = []
  const people = new Map<string, RealPerson>()
  let sitting: RealPerson | undefined
  const playing = new Map(Object.values(roles).flatMap((role) => entriesOf(role, playedBy(role, { baseUrl, people, reached }))))
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, host = '', ...rest] = (request.url ?? '').split('/')
    const played = playing.get(host)
    if (!played) return void response.writeHead(404).end(`Nobody is at ${host}.`)
    const path = askedOf(played.role, `/${rest.join('/')}`)
    // The provider finds out where it is mounted by what is missing at the front of `url`.
    Object.assign(request, { originalUrl: `/${host}${path}`, url: path })
    if (path.startsWith('/interaction/')) return interact(played.provider, { request, response, sitting })
    const asked = new URL(path, 'http://provider').searchParams
    if (path.startsWith(`${played.role.routes.authorization}?`) && !asked.get('nonce'))
      return void response.writeHead(400).end('A nonce is needed here.')
    await played.provider.callback()(request, response)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    settings: { ...settingsOf(), SOCIAL_ENDPOINT_PROXY: url },
    reached,
    sits: (person) => {
      people.set(person.id, person)
      sitting = person
    },
    frontOf: (address) => address.replace(/^https:\//, url),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function askedOf({ routes, isOpenId }: Role, path: string): string {
  return isOpenId && path.startsWith(`${routes.authorization}?`) ? path.replace(/([?&]scope=)/, '$1openid%20') : path
}

interface Played {
  readonly role: Role
  readonly provider: Provider
}

function entriesOf(role: Role, provider: Provider): (readonly [string, Played])[] {
  return role.hosts.map((host) => [host, { role, provider }] as const)
}

interface Stage {
  readonly baseUrl: string
  readonly people: ReadonlyMap<string, RealPerson>
  readonly reached: Reached[]
}

function playedBy(role: Role, { baseUrl, people, reached }: Stage): Provider {
  const { id, secret } = clientOf(role.id)
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const configuration: Configuration = {
    adapter: keptInMemory(),
    clients: [
      {
        client_id: id,
        client_secret: secret,
        redirect_uris: [`${baseUrl}/api/auth/callback/${role.id}`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: role.algorithm,
      },
    ],
    routes: role.routes,
    scopes: ['openid', 'offline_access', ...role.scopes],
    claims: CLAIMS,
    conformIdTokenClaims: false,
    jwks: { keys: [published(role.algorithm)] },
    cookies: { keys: ['a key of the tests'], names: { session: `${role.id}_session` } },
    features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    pkce: { required: () => role.hasPkce },
    enabledJWA: { idTokenSigningAlgValues: [role.algorithm] },
    issueRefreshToken: async () => role.hasRefreshTokens,
    rotateRefreshToken: true,
    ttl: { AccessToken: HOUR, AuthorizationCode: 60, IdToken: HOUR, RefreshToken: HOUR, Session: HOUR, Interaction: HOUR, Grant: HOUR },
    interactions: { policy, url: (_ctx, { uid }) => `/${role.hosts[0]}/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => claimsOf(role, people.get(sub), sub) }),
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, params } = oidc
      const grant = new oidc.provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
      grant.addOIDCScope(String(params?.['scope']))
      grant.addOIDCClaims(CLAIMS.email.concat(CLAIMS.profile))
      await grant.save()
      return grant
    },
  }
  const provider = new Provider(role.issuer, configuration)
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next()
    const form = new URLSearchParams(Object.entries(ctx.oidc?.body ?? {}).map(([name, value]): [string, string] => [name, String(value)]))
    reached.push({ provider: role.id, path: ctx.path, method: ctx.method, form })
  })
  return provider
}

function claimsOf(role: Role, person: RealPerson | undefined, sub: string) {
  if (!person) return { sub }
  const { name, email, isVerified = true } = person
  return { sub, name, email, email_verified: isVerified, preferred_username: name, ...role.besides }
}

interface Interacting {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly sitting: RealPerson | undefined
}

// The page on which the person says yes or no.
async function interact(provider: Provider, { request, response, sitting }: Interacting): Promise<void> {
  if (request.method !== 'POST') {
    const choice = (value: string, text: string) => `<button name="decision" value="${value}">${text}</button>`
    const page = `<!doctype html><title>Sign in</title><link rel="icon" href="data:,"><h1>${sitting?.name}</h1>`
    response.setHeader('content-type', 'text/html; charset=utf-8')
    return void response.end(`${page}<form method="post">${choice('agrees', 'Allow')} ${choice('denies', 'Cancel')}</form>`)
  }
  const form = new URLSearchParams(await textOf(request))
  const { grantId } = await provider.interactionDetails(request, response)
  const agreed = { login: { accountId: sitting?.id ?? '' }, consent: grantId === undefined ? {} : { grantId }, select_account: {} }
  const denied = { error: 'access_denied', error_description: 'The person said no.' }
  await provider.interactionFinished(request, response, form.get('decision') === 'agrees' ? agreed : denied)
}

function settingsOf(): Record<string, string> {
  return Object.fromEntries(
    Object.values(roles).flatMap(({ id }) => {
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

/** The providers that are played. */
export const playedIds = Object.keys(roles) as readonly (PlayedId & ProviderId)[]
