// The specification of a provider of the fake, as data, from the provider's documentation.
import type { ProviderId } from '#identity/providers/model.ts'

/** A JSON object of a provider. */
export type Json = Readonly<Record<string, unknown>>

/** The user at the browser, as the provider knows them. */
export interface FakeProviderUser {
  /** Digits, which are a valid id at every provider. */
  readonly id: string
  readonly name: string
  readonly login: string
  /** Null when the provider has none or does not share it. */
  readonly email: string | null
  /** Whether the email is verified, where the provider reports that. */
  readonly isVerified: boolean
  /** Whether the user has a picture. */
  readonly hasPicture: boolean
  /** False for a locked or blocked user, where the provider reports that. */
  readonly isActive: boolean
  /** Overrides fields of the profile or claims of the id token that only one provider has. */
  readonly extra: Json
}

/** A user's consent, which a code and its tokens stand for. */
export interface Grant {
  readonly provider: ProviderId
  readonly user: FakeProviderUser
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly challenge: string | undefined
  readonly nonce: string | undefined
  /** All parameters of the authorization request. */
  readonly parameters: ReadonlyMap<string, string>
  /** The device id of VK. */
  readonly deviceId: string
  /** Whether this is the user's first consent for the client: Apple sends the name only then. */
  readonly isFirst: boolean
}

/** A request to the fake provider. */
export interface ProviderRequest {
  readonly method: string
  /** The URL at the provider, as if there was no proxy. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** The body as a form. */
  readonly form: ReadonlyMap<string, string>
}

/** The answer of a provider. */
export interface ProviderAnswer {
  readonly status: number
  readonly body: Json | readonly unknown[] | string
  readonly headers?: Readonly<Record<string, string>>
}

/** The tokens of one answer, before the provider formats them. */
export interface IssuedTokens {
  readonly accessToken: string
  /** Undefined when this grant has none, or keeps the old one. */
  readonly refreshToken: string | undefined
  readonly idToken: string | undefined
  readonly scopes: readonly string[]
  readonly grant: Grant
  /** Whether it answers a refresh. */
  readonly isRefresh: boolean
  readonly request: ProviderRequest
}

/** A resource that an access token gives access to. */
export interface Resource {
  readonly method: 'GET' | 'POST'
  /** A star is any one segment of the path. */
  readonly url: string
  /** The form field of the token; the Authorization header by default. */
  readonly tokenField?: string
  /** The query parameter of the token. */
  readonly tokenQuery?: string
  /** The answer to an invalid token, where it differs from the provider's usual one. */
  readonly invalidTokenAnswer?: ProviderAnswer
  /** Returns a message when the request is not as documented. */
  readonly fault?: (request: ProviderRequest) => string | undefined
  readonly answer: (grant: Grant, request: ProviderRequest) => ProviderAnswer
}

/** The id tokens of a provider, with their signature. */
export interface IdTokenSpec {
  readonly issuer: string
  readonly keys: string
  readonly algorithm: 'RS256' | 'ES256'
  /** Whether this grant gets an id token; by default those with the scope `openid`. */
  readonly isIssued?: (grant: Grant) => boolean
  /** Whether the id token repeats the nonce; true by default. */
  readonly repeatsNonce?: boolean
  /** Claims besides iss, aud, sub, iat, exp and nonce. */
  readonly claims: (grant: Grant) => Json
}

/** One provider, as documented. */
export interface ProviderSpec {
  readonly id: ProviderId
  /** The authorization and token endpoints. A star is any one segment of the path. */
  readonly authorize: string
  readonly token: string
  readonly clientIdName?: string
  readonly scopeSeparator?: string
  /** The scopes that the documentation requires. */
  readonly scopesNeeded: readonly string[]
  /** `needed`: required; `taken`: checked when it is sent; `ignored`: not checked. */
  readonly pkce: 'needed' | 'taken' | 'ignored'
  /** The methods of client authentication. */
  readonly clientAuth: readonly ('body' | 'basic' | 'apple')[]
  /** Returns a message when the authorization request is not as documented. */
  readonly authorizeFault?: (query: ReadonlyMap<string, string>) => string | undefined
  /** Returns a message when the token request is not as documented. */
  readonly tokenFault?: (request: ProviderRequest, grant: Grant | undefined) => string | undefined
  /** Whether a grant has a refresh token; true by default. */
  readonly refreshes?: (grant: Grant) => boolean
  /** Whether a refresh token is replaced on use. */
  readonly rotates?: boolean
  /** Lifetime of an access token, in seconds. */
  readonly lifeSeconds: number
  /** The token answer, where it differs from RFC 6749. */
  readonly tokenAnswer?: (issued: IssuedTokens, usual: Json) => ProviderAnswer['body']
  /** An error of the token endpoint, where it differs from RFC 6749. */
  readonly tokenError?: (error: string, description: string, request: ProviderRequest) => ProviderAnswer
  /** The answer to an invalid token. */
  readonly invalidTokenAnswer: ProviderAnswer
  readonly idTokens?: IdTokenSpec
  readonly resources: readonly Resource[]
  /** Fields of the callback besides code and state. */
  readonly callback?: (grant: Grant) => Readonly<Record<string, string>>
  readonly usesFormPost?: boolean
}

/** Leaves out fields without a value, for providers that omit them instead of sending null. */
export function omitEmpty(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
}

/** The URL of the user's picture. */
export function pictureOf({ user }: Grant): string | undefined {
  return user.hasPicture ? `https://pictures.example/${user.id}.png` : undefined
}

/** First and last name. */
export function namesOf({ user }: Grant): readonly [string, string] {
  const [first = '', ...rest] = user.name.split(' ')
  return [first, rest.join(' ')]
}

/** A 200 with a profile. */
export function profile(fields: Json): ProviderAnswer {
  return { status: 200, body: fields }
}

/** Our client id at a provider. */
export function clientIdOf(id: ProviderId): string {
  return `our-client.at-${id}`
}

/** Our client secret at a provider, with characters that need encoding. */
export function clientSecretOf(id: ProviderId): string {
  return `secret+of/our=client%at-${id}`
}
