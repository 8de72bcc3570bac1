import type { Settings } from '#platform/config.ts'
import type { ProviderId, ProviderUser } from './model.ts'

/** A JSON object that a provider sent. */
export type Json = Readonly<Record<string, unknown>>

/** The settings that only one provider has. */
export type ProviderSettings = Pick<
  Settings,
  | 'APPLE_TEAM_ID'
  | 'APPLE_KEY_ID'
  | 'APPLE_PRIVATE_KEY'
  | 'APPLE_APP_BUNDLE_IDENTIFIER'
  | 'MICROSOFT_TENANT'
  | 'GITLAB_ISSUER'
  | 'VK_LANGUAGE'
>

/** Our client at a provider. */
export interface Client {
  readonly id: string
  /** Undefined when it is created for each request (Apple). */
  readonly secret: string | undefined
  readonly settings: ProviderSettings
}

/** The https URLs of the provider. */
export interface Endpoints {
  /** The URL to redirect the user to. */
  readonly authorize: string
  /** The URL that exchanges codes and refresh tokens. */
  readonly token: string
}

/** One request for the user's profile, with the access token. */
export interface ProfileRequest {
  readonly url: string
  /** The default is POST with a form, otherwise GET. */
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  /** False if the form contains the token instead of the Authorization header. */
  readonly isBearer?: boolean
}

/** The values that a profile request may contain. */
export interface ProfileInput {
  readonly client: Client
  readonly accessToken: string
}

/** Everything that the provider sent about the user. */
export interface ProfileResult {
  /** The verified claims of the id token; empty without one. */
  readonly claims: Json
  /** The responses of the profile requests, by name. */
  readonly responses: Readonly<Record<string, unknown>>
  /** Apple's form field `user`, unchanged and not signed. */
  readonly userField: string | undefined
  readonly client: Client
}

/** The verification of the id tokens of an OIDC provider. */
export interface IdTokens {
  /** Whether `iss` of a token names the provider. Claims and client are for issuers that depend on the tenant. */
  readonly isIssuer: (issuer: string, claims: Json, client: Client) => boolean
  /** The issuer as the response of an authorization may name it (RFC 9207). */
  readonly issuer: (client: Client) => string
  /** The URL of the signing keys. */
  readonly keys: (client: Client) => string
  /** The signature algorithms. The default is RS256. */
  readonly algorithms: readonly string[]
  /** The accepted audiences. The default is the client id. */
  readonly audiences: (client: Client) => readonly string[]
  /** `always`: a token without our nonce is refused. `if-there`: the provider does not return it, but a wrong one is refused. */
  readonly nonce: 'always' | 'if-there'
  /** Whether the token response must contain an id token. */
  readonly isRequired: boolean
  /** Whether the provider supports sign-in by id token. */
  readonly supportsSignIn: boolean
}

/** The check of an access token that was sent instead of an id token (Facebook's `debug_token`). */
export interface TokenCheck {
  readonly call: (input: ProfileInput) => ProfileRequest
  /** Whether the token was issued to our client and has not expired. */
  readonly isOurs: (response: unknown, client: Client, now: Date) => boolean
}

/** A provider as data and small pure functions. The code in adapters/ uses it. */
export interface Provider {
  readonly id: ProviderId
  /** The display name. */
  readonly name: string
  readonly endpoints: (client: Client) => Endpoints
  /** Requested at every sign-in. */
  readonly scopes: readonly string[]
  /** Separates scopes in the authorization URL and in the response. */
  readonly scopeSeparator: string
  /** Whether the provider supports PKCE with S256. */
  readonly hasPkce: boolean
  /** The authentication of the client: form fields, the Authorization header, or a JWT signed by a key as the secret in the form. */
  readonly clientAuth: 'body' | 'basic' | 'apple-key'
  /** The name of the client id in forms and URLs. */
  readonly clientIdName: string
  /** Additional parameters of the authorization URL. */
  readonly authorizeParams: (client: Client) => Readonly<Record<string, string>>
  /** The parameter for `loginHint`; undefined if the provider has none. */
  readonly loginHintName: string | undefined
  /** Additional fields of the token request for a code. */
  readonly exchangeParams: (input: { readonly deviceId: string | undefined; readonly state: string }) => Readonly<Record<string, string>>
  /** The `exchangeParams` that a refresh request needs as well. They are stored with the refresh token. */
  readonly refreshParams: readonly string[]
  /** Additional headers of the token request. */
  readonly tokenHeaders: Readonly<Record<string, string>>
  /** Brings the response of the token endpoint into the form of RFC 6749. Throws a sentence for a nonstandard error response. */
  readonly normalizeTokenResponse: (body: Json) => Json
  readonly hasRefreshTokens: boolean
  readonly idTokens: IdTokens | undefined
  readonly tokenCheck: TokenCheck | undefined
  /** The profile requests, sent concurrently. */
  readonly profile: (input: ProfileInput) => Readonly<Record<string, ProfileRequest>>
  /** The names of profile requests whose failure (403, 404) is ignored. */
  readonly optionalResponses: readonly string[]
  /** Converts the profile to a user. Null, or a user without an id, is `unable_to_get_user_info`. */
  readonly toUser: (profile: ProfileResult) => ProviderUser | null
}

type RequiredField = 'id' | 'name' | 'scopes' | 'toUser'

/** A provider's definition: its deviations from the defaults. Endpoints may be plain data. */
export type ProviderDeclaration = Pick<Provider, RequiredField> &
  Partial<Omit<Provider, RequiredField | 'endpoints' | 'authorizeParams' | 'idTokens' | 'profile'>> & {
    readonly endpoints: Endpoints | ((client: Client) => Endpoints)
    readonly authorizeParams?: Readonly<Record<string, string>> | Provider['authorizeParams']
    readonly idTokens?: Pick<IdTokens, 'isIssuer' | 'issuer' | 'keys'> & Partial<IdTokens>
    /** A URL is one request with the response name `profile`. */
    readonly profile?: string | Provider['profile']
  }

/** Fills in the defaults: space-separated scopes, PKCE, client id and secret in the form, a bearer token for the profile. */
export function defineProvider(declaration: ProviderDeclaration): Provider {
  const { endpoints, authorizeParams, profile, idTokens } = declaration
  return {
    scopeSeparator: ' ',
    hasPkce: true,
    clientAuth: 'body',
    clientIdName: 'client_id',
    loginHintName: undefined,
    exchangeParams: () => ({}),
    refreshParams: [],
    tokenHeaders: {},
    normalizeTokenResponse: (body) => body,
    hasRefreshTokens: true,
    tokenCheck: undefined,
    optionalResponses: [],
    ...declaration,
    endpoints: typeof endpoints === 'function' ? endpoints : () => endpoints,
    authorizeParams: typeof authorizeParams === 'function' ? authorizeParams : () => authorizeParams ?? {},
    profile: typeof profile === 'function' ? profile : () => (profile === undefined ? {} : { profile: { url: profile } }),
    idTokens: idTokens && {
      algorithms: ['RS256'],
      audiences: ({ id }) => [id],
      nonce: 'always',
      isRequired: true,
      supportsSignIn: false,
      ...idTokens,
    },
  }
}
