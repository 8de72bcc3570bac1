// Stands in for all eighteen providers: doors, token endpoints, keys and profiles as each of them publishes it, behind SOCIAL_ENDPOINT_PROXY.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderId } from '#identity/providers/model.ts'
import { type CalledBack, isAt, newBooks, openDoor } from './providers/authorization-endpoint.ts'
import { answerToken, type Counter, idTokenFor, type WrongIdToken } from './providers/counter.ts'
import {
  type Answer,
  type AskedOf,
  clientIdOf,
  clientSecretOf,
  type Documented,
  type FakeProviderUser,
  type Grant,
} from './providers/documented.ts'
import { oidc } from './providers/oidc.ts'
import { plain } from './providers/plain.ts'
import { appleKeyFile, appleTeam, publishedKeys } from './providers/signing.ts'

export type { CalledBack } from './providers/authorization-endpoint.ts'
export type { WrongIdToken } from './providers/counter.ts'
export type { FakeProviderUser } from './providers/documented.ts'

/** Ways of a server to be of no use; `error` is the provider's own error with its own status. */
export type Trouble = 'down' | 'slow' | '500' | '503' | 'html' | 'huge' | 'redirect' | 'empty' | 'error'

/** What goes wrong at a provider, and where; everywhere unless told. */
export interface Misbehaviour {
  readonly trouble?: Trouble
  readonly at?: 'token' | 'keys' | 'profile'
  /** Spoils the id tokens. */
  readonly idToken?: WrongIdToken
}

/** A request that reached the stand-in. */
export interface Arrived extends AskedOf {
  readonly provider: ProviderId
  readonly at: 'door' | 'token' | 'keys' | 'profile'
}

/** The stand-in while it runs. */
export interface FakeProvider {
  /** The value of SOCIAL_ENDPOINT_PROXY. */
  readonly url: string
  /** Settings that make us a client of all eighteen, SOCIAL_ENDPOINT_PROXY included, as an environment. */
  readonly settings: Readonly<Record<string, string>>
  /** What arrived, oldest first. */
  readonly arrived: readonly Arrived[]
  /** Says who sits at the browser from now on; what is not given is as at the start: Ada Lovelace, with a proven address and a picture. */
  sits(person: Partial<FakeProviderUser>): FakeProviderUser
  /**
   * The person follows an authorization URL to the provider, agrees, and comes back.
   * Throws a sentence where the provider would show an error page of its own.
   */
  authorize(url: string, how?: { readonly decision?: 'agrees' | 'denies'; readonly person?: Partial<FakeProviderUser> }): CalledBack
  /** An id token as an app on a telephone gets it, for the `idToken` form of sign-in. */
  idToken(
    provider: ProviderId,
    how?: { readonly nonce?: string; readonly wrong?: WrongIdToken; readonly person?: Partial<FakeProviderUser> },
  ): string
  /** An access token as an app on a telephone gets it. `clientId`: of another app than ours. */
  accessToken(provider: ProviderId, how?: { readonly clientId?: string; readonly person?: Partial<FakeProviderUser> }): string
  /** From now on the provider is of no use in that way; null: it is well again. */
  misbehave(provider: ProviderId, how: Misbehaviour | null): void
  /** What arrives from now on is answered only when this is done; `reset` ends it. */
  answersAfter(done: Promise<unknown>): void
  /** Everybody well, nobody but Ada at the browser, nothing arrived yet. */
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
  besides: {},
}

const table: readonly Documented[] = [...oidc, ...plain]

/** What the stand-in is started with. `now`: its clock, for id tokens; the machine's unless told. */
export interface StandInWishes {
  readonly port?: number
  readonly now?: () => Date
}

/** Starts the stand-in on a port of the loopback address. */
export async function fakeProvider({ port = 0, now = () => new Date() }: StandInWishes = {}): Promise<FakeProvider> {
  const books = newBooks()
  const arrived: Arrived[] = []
  const troubles = new Map<ProviderId, Misbehaviour>()
  let person = ADA
  let held: Promise<unknown> = Promise.resolve()
  const counterOf = (provider: Documented, wrong = troubles.get(provider.id)?.idToken): Counter => ({
    provider,
    books,
    nowSeconds: Math.floor(now().getTime() / 1000),
    wrong,
  })
  const appGrant = (id: ProviderId, changed: Partial<FakeProviderUser> = {}, nonce?: string): Grant => ({
    provider: id,
    person: { ...person, ...changed },
    clientId: clientIdOf(id),
    redirectUri: '',
    scopes: ['openid', 'email', 'profile', 'name', 'public_profile'],
    challenge: undefined,
    nonce,
    asked: new Map(),
    deviceId: '',
    isFirst: false,
  })
  const authorize: FakeProvider['authorize'] = (url, how = {}) => {
    const at = new URL(url)
    const provider = table.find((each) => isAt(each.authorize, at))
    if (!provider) throw new Error(`No provider has its door at ${at.origin}${at.pathname}.`)
    return openDoor(books, provider, at, { ...how, person: { ...person, ...how.person } })
  }
  const answer = (request: AskedOf): Reply => {
    const place = placeOf(request)
    if (!place) return { status: 404, body: `Nothing is documented at ${request.url}.` }
    arrived.push({ ...request, provider: place.provider.id, at: place.at })
    const trouble = troubles.get(place.provider.id)
    if (place.at !== 'door' && trouble?.trouble && (trouble.at ?? place.at) === place.at) return troubled(trouble.trouble, place, request)
    if (place.at === 'door') return doorAnswer(() => authorize(String(request.url)))
    if (place.at === 'keys') return { status: 200, body: publishedKeys(place.provider.idTokens?.algorithm ?? 'RS256') }
    if (place.at === 'token') return answerToken(counterOf(place.provider), request)
    return profileAnswer(place, request, books.accessTokens)
  }
  const server = createServer(async (request, response) => {
    const reply = answer(await receive(request))
    await held
    send(response, reply)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    settings: { ...clientSettings, SOCIAL_ENDPOINT_PROXY: url },
    arrived,
    authorize,
    sits: (changed) => {
      person = { ...ADA, ...changed }
      return person
    },
    idToken: (id, { nonce, wrong, person: changed } = {}) => idTokenFor(counterOf(rowOf(id), wrong), appGrant(id, changed, nonce)) ?? '',
    accessToken: (id, { clientId, person: changed } = {}) => {
      const token = `app-token-${books.accessTokens.size}`
      books.accessTokens.set(token, { ...appGrant(id, changed), ...(clientId === undefined ? {} : { clientId }) })
      return token
    },
    misbehave: (id, how) => {
      if (how) troubles.set(id, how)
      else troubles.delete(id)
    },
    answersAfter: (done) => {
      held = done
    },
    reset: () => {
      person = ADA
      held = Promise.resolve()
      troubles.clear()
      arrived.length = 0
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
    table
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

function rowOf(id: ProviderId): Documented {
  const row = table.find((each) => each.id === id)
  if (!row) throw new Error(`${id} is not in the table.`)
  return row
}

interface Place {
  readonly provider: Documented
  readonly at: Arrived['at']
}

function placeOf({ url }: AskedOf): Place | undefined {
  for (const provider of table) {
    if (isAt(provider.token, url)) return { provider, at: 'token' }
    if (provider.idTokens && isAt(provider.idTokens.keys, url)) return { provider, at: 'keys' }
    if (provider.resources.some((each) => isAt(each.url, url))) return { provider, at: 'profile' }
    if (isAt(provider.authorize, url)) return { provider, at: 'door' }
  }
  return undefined
}

type Reply = Answer | 'cut' | 'never' | 'huge'

function troubled(trouble: Trouble, { provider, at }: Place, request: AskedOf): Reply {
  const page = '<!doctype html><title>Be right back</title><p>We are having a rest.</p>'
  if (trouble === 'down') return 'cut'
  if (trouble === 'slow') return 'never'
  if (trouble === 'huge') return 'huge'
  if (trouble === 'html') return { status: 200, body: page }
  if (trouble === 'empty') return { status: 200, body: '' }
  if (trouble === 'redirect') return { status: 302, body: '', headers: { location: INSIDE } }
  if (trouble !== 'error') return { status: Number(trouble), body: page }
  if (at === 'token') return provider.tokenError?.('invalid_grant', 'No.', request) ?? { status: 400, body: { error: 'invalid_grant' } }
  return provider.refused
}

function profileAnswer({ provider }: Place, asked: AskedOf, tokens: ReadonlyMap<string, Grant>): Answer {
  const resource = provider.resources.find(({ url, method }) => isAt(url, asked.url) && method === asked.method)
  if (!resource) return { status: 405, body: { error: 'method_not_allowed' } }
  const bearer = /^Bearer (.+)$/i.exec(String(asked.headers['authorization'] ?? ''))?.[1]
  const { tokenField, tokenQuery } = resource
  const token = tokenField ? asked.form.get(tokenField) : tokenQuery ? asked.url.searchParams.get(tokenQuery) : bearer
  const fault = resource.fault?.(asked)
  const grant = tokens.get(token ?? '')
  if (grant?.provider !== provider.id) return resource.refused ?? provider.refused
  return fault ? { status: 403, body: { error: 'bad_request', message: fault } } : resource.answer(grant, asked)
}

// A browser that was led here instead of to the provider is sent on: by a redirect, or by a form that sends itself.
function doorAnswer(open: () => CalledBack): Answer {
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

async function receive(request: IncomingMessage): Promise<AskedOf> {
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
