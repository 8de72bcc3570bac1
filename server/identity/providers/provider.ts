import type { Settings } from '#platform/config.ts'
import type { ProviderId, ProviderUser } from './model.ts'

/** What somebody else's server said, as JSON. */
export type Json = Readonly<Record<string, unknown>>

/** The settings that only one provider knows. */
export type OwnSettings = Pick<
  Settings,
  | 'APPLE_TEAM_ID'
  | 'APPLE_KEY_ID'
  | 'APPLE_PRIVATE_KEY'
  | 'APPLE_APP_BUNDLE_IDENTIFIER'
  | 'MICROSOFT_TENANT'
  | 'GITLAB_ISSUER'
  | 'VK_LANGUAGE'
>

/** Who we are at the provider. */
export interface Client {
  readonly id: string
  /** Undefined where it is made for each request (Apple). */
  readonly secret: string | undefined
  readonly own: OwnSettings
}

/** Where the provider is asked; https addresses. */
export interface Endpoints {
  /** Where the person's browser goes. */
  readonly authorize: string
  /** Where codes and refresh tokens are exchanged. */
  readonly token: string
}

/** One question about the person, asked with the access token. */
export interface ProfileCall {
  readonly url: string
  /** POST where it is not given and a form is, else GET. */
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  /** False where the token is in the form instead of the Authorization header. */
  readonly isBearer?: boolean
}

/** What a profile call may be made of. */
export interface ProfileAsk {
  readonly client: Client
  readonly accessToken: string
}

/** All that is known of the person when the exchange is over. */
export interface Known {
  /** The verified claims of the id token; empty without one. */
  readonly claims: Json
  /** The answers of the profile calls by their names. */
  readonly answers: Readonly<Record<string, unknown>>
  /** Apple's form field `user`, as it came: nobody signed it. */
  readonly user: string | undefined
  readonly client: Client
}

/** How the id tokens of an OIDC provider are verified. */
export interface IdTokens {
  /** The issuer as `iss` of a token must name it; claims and client for those that depend on the tenant. */
  readonly isIssuer: (issuer: string, claims: Json, client: Client) => boolean
  /** The issuer as the answer to an authorization may name it (RFC 9207). */
  readonly issuer: (client: Client) => string
  /** Where its keys are. */
  readonly keys: (client: Client) => string
  /** The algorithms it signs with; RS256 where nothing is said. */
  readonly algorithms: readonly string[]
  /** Who a token may be for; the client's id, unless others of ours are meant as well. */
  readonly audiences: (client: Client) => readonly string[]
  /** `always`: a token without our nonce is refused. `if-there`: the provider does not repeat it, but a wrong one is refused. */
  readonly nonce: 'always' | 'if-there'
  /** Whether the token request must bring an id token. */
  readonly isRequired: boolean
  /** Whether the `idToken` form of sign-in is known. */
  readonly isSignInForm: boolean
}

/** A question that must be answered well before an access token given in the `idToken` form is used (Facebook's `debug_token`). */
export interface TokenCheck {
  readonly call: (ask: ProfileAsk) => ProfileCall
  /** Whether the token was made for our client and is alive. */
  readonly isOurs: (answer: unknown, client: Client, now: Date) => boolean
}

/** A provider as data and small pure functions; everything that is done with it is in adapters/. */
export interface Provider {
  readonly id: ProviderId
  /** As people know it. */
  readonly name: string
  readonly endpoints: (client: Client) => Endpoints
  /** Asked for at every sign-in. */
  readonly scopes: readonly string[]
  /** Between scopes in the authorization URL, and in the answer. */
  readonly scopeSeparator: string
  /** Whether the code is bound to the verifier by S256. */
  readonly hasPkce: boolean
  /** How the client proves itself: form fields, the Authorization header, or a JWT made from a key as the secret in the form. */
  readonly clientAuth: 'body' | 'basic' | 'apple-key'
  /** The name of the client's id in forms and URLs. */
  readonly clientIdName: string
  /** Further parameters of the authorization URL. */
  readonly authorizeParams: (client: Client) => Readonly<Record<string, string>>
  /** The parameter that takes `loginHint`; undefined where there is none. */
  readonly loginHintName: string | undefined
  /** Further fields of the token request for a code. */
  readonly exchangeParams: (back: { readonly deviceId: string | undefined; readonly state: string }) => Readonly<Record<string, string>>
  /** Those of `exchangeParams` that must come with a refresh token too; they are kept beside it. */
  readonly refreshParams: readonly string[]
  /** Headers of the token request besides the usual. */
  readonly tokenHeaders: Readonly<Record<string, string>>
  /** Makes the answer of the token endpoint that of RFC 6749 where it is not. Throws a sentence where it tells of an error in its own way. */
  readonly tokenAnswer: (answer: Json) => Json
  readonly refreshes: boolean
  readonly idTokens: IdTokens | undefined
  readonly tokenCheck: TokenCheck | undefined
  /** Questions about the person, asked all at once. */
  readonly profile: (ask: ProfileAsk) => Readonly<Record<string, ProfileCall>>
  /** Whether an answer may be missing (403, 404) without harm, by its name. */
  readonly optionalAnswers: readonly string[]
  /** The person in what is known. Null, or a person without an id, is `unable_to_get_user_info`. */
  readonly person: (known: Known) => ProviderUser | null
}

type Needed = 'id' | 'name' | 'scopes' | 'person'

/** What a provider's file says: what differs from the usual. Endpoints may be plain data. */
export type ProviderDeclaration = Pick<Provider, Needed> &
  Partial<Omit<Provider, Needed | 'endpoints' | 'authorizeParams' | 'idTokens' | 'profile'>> & {
    readonly endpoints: Endpoints | ((client: Client) => Endpoints)
    readonly authorizeParams?: Readonly<Record<string, string>> | Provider['authorizeParams']
    readonly idTokens?: Pick<IdTokens, 'isIssuer' | 'issuer' | 'keys'> & Partial<IdTokens>
    /** One call is known as `profile` in the answers. */
    readonly profile?: string | Provider['profile']
  }

/** Fills in what is usual: space-separated scopes, PKCE, client id and secret in the form, a bearer token for the profile. */
export function defineProvider(declared: ProviderDeclaration): Provider {
  const { endpoints, authorizeParams, profile, idTokens } = declared
  return {
    scopeSeparator: ' ',
    hasPkce: true,
    clientAuth: 'body',
    clientIdName: 'client_id',
    loginHintName: undefined,
    exchangeParams: () => ({}),
    refreshParams: [],
    tokenHeaders: {},
    tokenAnswer: (answer) => answer,
    refreshes: true,
    tokenCheck: undefined,
    optionalAnswers: [],
    ...declared,
    endpoints: typeof endpoints === 'function' ? endpoints : () => endpoints,
    authorizeParams: typeof authorizeParams === 'function' ? authorizeParams : () => authorizeParams ?? {},
    profile: typeof profile === 'function' ? profile : () => (profile === undefined ? {} : { profile: { url: profile } }),
    idTokens: idTokens && {
      algorithms: ['RS256'],
      audiences: ({ id }) => [id],
      nonce: 'always',
      isRequired: true,
      isSignInForm: false,
      ...idTokens,
    },
  }
}
