// The door of a provider: where the person's browser arrives with an authorization, and where it is sent on to.
import { randomBytes } from 'node:crypto'
import { clientIdOf, type Documented, type FakeProviderUser, type Grant } from './documented.ts'

const S256_LENGTH = 43
const CODE_BYTES = 24

/** What the stand-in remembers of consents and of what was issued for them. */
export interface Books {
  readonly codes: Map<string, { readonly grant: Grant; isUsed: boolean }>
  readonly accessTokens: Map<string, Grant>
  /** Null once it was used up. */
  readonly refreshTokens: Map<string, Grant | null>
  /** Provider and person who were here before. */
  readonly known: Set<string>
}

/** Empty books. */
export function newBooks(): Books {
  return { codes: new Map(), accessTokens: new Map(), refreshTokens: new Map(), known: new Set() }
}

/** A text that nobody guesses. */
export function secretText(): string {
  return randomBytes(CODE_BYTES).toString('base64url')
}

/** How the browser comes back to us. */
export interface CalledBack {
  readonly method: 'GET' | 'POST'
  /** For a GET with its query; for a POST without. */
  readonly url: string
  /** What is in the query or in the form: `code` and `state`, or `error` and `state`, and what the provider adds. */
  readonly fields: Readonly<Record<string, string>>
}

/** What the person does at the provider's door. */
export interface AtTheDoor {
  readonly person: FakeProviderUser
  /** `denies` comes back with `access_denied`. */
  readonly decision?: 'agrees' | 'denies'
}

/** Whether an address is the one of the documentation, in which a star is any one segment; its query is not compared. */
export function isAt(documented: string, url: URL): boolean {
  const [wanted, found] = [documented.split('/'), `${url.origin}${url.pathname}`.split('/')]
  return wanted.length === found.length && wanted.every((part, index) => part === '*' || part === found[index])
}

/**
 * Opens the door for an authorization. Throws a sentence where the provider would show an error page of its own instead of sending the
 * person back: an unknown client, a redirect URI that is not ours, a missing or wrong parameter.
 */
export function openDoor(books: Books, provider: Documented, url: URL, { person, decision }: AtTheDoor): CalledBack {
  const query = new Map(url.searchParams)
  const fault = authorizationFault(provider, query, [...url.searchParams.keys()])
  if (fault) throw new Error(`${provider.id} shows an error page: ${fault}`)
  const [redirectUri = '', state = ''] = [query.get('redirect_uri'), query.get('state')]
  if (decision === 'denies')
    return sentBack(provider, redirectUri, { error: 'access_denied', error_description: 'The person said no.', state })
  const scopes = (query.get('scope') ?? '').split(provider.scopeSeparator ?? ' ').filter(Boolean)
  const visit = `${provider.id} ${person.id}`
  const grant: Grant = {
    provider: provider.id,
    person,
    clientId: clientIdOf(provider.id),
    redirectUri,
    scopes,
    challenge: provider.pkce === 'ignored' ? undefined : query.get('code_challenge'),
    nonce: query.get('nonce'),
    asked: query,
    deviceId: secretText(),
    isFirst: !books.known.has(visit),
  }
  books.known.add(visit)
  const code = secretText()
  books.codes.set(code, { grant, isUsed: false })
  return sentBack(provider, redirectUri, { code, state, ...provider.callback?.(grant) })
}

function authorizationFault(provider: Documented, query: ReadonlyMap<string, string>, names: readonly string[]): string | undefined {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) return `${twice} is given twice`
  if (query.get('response_type') !== 'code') return 'response_type must be code'
  const idName = provider.clientIdName ?? 'client_id'
  if (query.get(idName) !== clientIdOf(provider.id)) return `${idName} is not of a client that is known`
  if (URL.parse(query.get('redirect_uri') ?? '')?.pathname !== `/api/auth/callback/${provider.id}`) return 'redirect_uri is not registered'
  if (!query.get('state')) return 'state is missing'
  return scopeFault(provider, query) ?? challengeFault(provider, query) ?? provider.authorizeFault?.(query)
}

function scopeFault(provider: Documented, query: ReadonlyMap<string, string>): string | undefined {
  const scope = query.get('scope')
  if (scope === '') return 'scope is empty'
  const asked = (scope ?? '').split(provider.scopeSeparator ?? ' ')
  const missing = provider.scopesNeeded.find((each) => !asked.includes(each))
  return missing && `the scope ${missing} is needed`
}

function challengeFault({ pkce }: Documented, query: ReadonlyMap<string, string>): string | undefined {
  const challenge = query.get('code_challenge')
  if (pkce === 'ignored' || (pkce === 'taken' && challenge === undefined)) return undefined
  if (challenge?.length !== S256_LENGTH) return 'code_challenge is needed'
  return query.get('code_challenge_method')?.toUpperCase() === 'S256' ? undefined : 'code_challenge_method must be S256'
}

function sentBack(provider: Documented, redirectUri: string, fields: Readonly<Record<string, string>>): CalledBack {
  if (provider.comesBackAsForm) return { method: 'POST', url: redirectUri, fields }
  return { method: 'GET', url: `${redirectUri}?${new URLSearchParams(fields)}`, fields }
}
