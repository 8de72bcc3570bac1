// What a provider publishes about its own door, as data: the form of every row of the stand-in's table.
import type { ProviderId } from '#identity/providers/model.ts'

/** JSON as a provider sends it. */
export type Json = Readonly<Record<string, unknown>>

/** Who sits at the browser, as the provider knows them. */
export interface FakeProviderUser {
  /** Digits, which every provider takes for an id. */
  readonly id: string
  readonly name: string
  readonly login: string
  /** Null: the provider has none, or does not tell it. */
  readonly email: string | null
  /** Whether the provider says that the address was proven, where it says anything about that. */
  readonly isVerified: boolean
  /** Whether they have a picture. */
  readonly hasPicture: boolean
  /** False: locked out or blocked, where the provider's profile tells such a thing. */
  readonly isActive: boolean
  /** Replaces fields of the profile's answer or the id token's claims, for what only one provider knows. */
  readonly besides: Json
}

/** A consent that was given: what a code and the tokens made from it stand for. */
export interface Grant {
  readonly provider: ProviderId
  readonly person: FakeProviderUser
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly challenge: string | undefined
  readonly nonce: string | undefined
  /** All parameters of the authorization, for what only one provider reads. */
  readonly asked: ReadonlyMap<string, string>
  /** VK's. */
  readonly deviceId: string
  /** How often somebody came back with this client's consent before: Apple tells the name the first time only. */
  readonly isFirst: boolean
}

/** A request as it reached the stand-in. */
export interface AskedOf {
  readonly method: string
  /** Of the provider, as if it had been asked without a proxy. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** The body as a form. */
  readonly form: ReadonlyMap<string, string>
}

/** What is sent back. */
export interface Answer {
  readonly status: number
  readonly body: Json | readonly unknown[] | string
  readonly headers?: Readonly<Record<string, string>>
}

/** The tokens of one answer, before the provider puts them into its form. */
export interface Issued {
  readonly accessToken: string
  /** Undefined where this grant has none, or where the old one stays. */
  readonly refreshToken: string | undefined
  readonly idToken: string | undefined
  readonly scopes: readonly string[]
  readonly grant: Grant
  /** Whether it answers a refresh token. */
  readonly isRefresh: boolean
  readonly asked: AskedOf
}

/** Something that an access token opens. */
export interface Resource {
  readonly method: 'GET' | 'POST'
  /** A star is any one segment of the path. */
  readonly url: string
  /** Where the token is looked for; the Authorization header unless told. */
  readonly tokenField?: string
  /** Or in the query. */
  readonly tokenQuery?: string
  /** What is said of a token that is no good, where it is not what the provider always says. */
  readonly refused?: Answer
  /** A sentence when the request is not as documented. */
  readonly fault?: (asked: AskedOf) => string | undefined
  readonly answer: (grant: Grant, asked: AskedOf) => Answer
}

/** How a provider signs its id tokens. */
export interface SignedIdTokens {
  readonly issuer: string
  readonly keys: string
  readonly algorithm: 'RS256' | 'ES256'
  /** Whether this grant gets one; those that asked for `openid` unless told. */
  readonly isGiven?: (grant: Grant) => boolean
  /** Whether the nonce is repeated; it is unless told. */
  readonly repeatsNonce?: boolean
  /** Claims besides iss, aud, sub, iat, exp and nonce. */
  readonly claims: (grant: Grant) => Json
}

/** One provider, as its documentation has it. */
export interface Documented {
  readonly id: ProviderId
  /** Where the person's browser goes, and where codes are exchanged. A star is any one segment of the path. */
  readonly authorize: string
  readonly token: string
  readonly clientIdName?: string
  readonly scopeSeparator?: string
  /** What the documentation wants at least. */
  readonly scopesNeeded: readonly string[]
  /** `needed`: nobody comes in without; `taken`: checked where it is sent; `ignored`. */
  readonly pkce: 'needed' | 'taken' | 'ignored'
  /** How a client may prove itself. */
  readonly clientAuth: readonly ('body' | 'basic' | 'apple')[]
  /** A sentence when the authorization is not as documented. */
  readonly authorizeFault?: (query: ReadonlyMap<string, string>) => string | undefined
  /** A sentence when the token request is not as documented. */
  readonly tokenFault?: (asked: AskedOf, grant: Grant | undefined) => string | undefined
  /** Whether a grant has a refresh token; every grant unless told. */
  readonly refreshes?: (grant: Grant) => boolean
  /** Whether a refresh token is used up by using it. */
  readonly rotates?: boolean
  /** Seconds that an access token lives. */
  readonly lifeSeconds: number
  /** The token answer where it differs from RFC 6749. */
  readonly tokenAnswer?: (issued: Issued, usual: Json) => Answer['body']
  /** An error of the token endpoint where it differs from RFC 6749. */
  readonly tokenError?: (error: string, told: string, asked: AskedOf) => Answer
  /** The answer to a token that is no good. */
  readonly refused: Answer
  readonly idTokens?: SignedIdTokens
  readonly resources: readonly Resource[]
  /** What comes back to the redirect URI besides code and state. */
  readonly callback?: (grant: Grant) => Readonly<Record<string, string>>
  readonly comesBackAsForm?: boolean
}

/** Fields that have a value: what a provider leaves out instead of sending null. */
export function there(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
}

/** Where the stand-in's pictures are. */
export function pictureOf({ person }: Grant): string | undefined {
  return person.hasPicture ? `https://pictures.example/${person.id}.png` : undefined
}

/** First and last name. */
export function namesOf({ person }: Grant): readonly [string, string] {
  const [first = '', ...rest] = person.name.split(' ')
  return [first, rest.join(' ')]
}

/** A 200 with a profile. */
export function profile(fields: Json): Answer {
  return { status: 200, body: fields }
}

/** The id by which we are known at a provider of the stand-in. */
export function clientIdOf(id: ProviderId): string {
  return `our-client.at-${id}`
}

/** The secret that goes with it; it holds what has to be encoded on its way. */
export function clientSecretOf(id: ProviderId): string {
  return `secret+of/our=client%at-${id}`
}
