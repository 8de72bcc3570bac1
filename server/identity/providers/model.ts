/** The providers of the specification, in its order. Their ids are published. */
export const providerIds = [
  'apple',
  'discord',
  'facebook',
  'github',
  'microsoft',
  'google',
  'spotify',
  'twitch',
  'twitter',
  'dropbox',
  'kick',
  'linkedin',
  'gitlab',
  'tiktok',
  'reddit',
  'roblox',
  'vk',
  'zoom',
] as const

/** The id of one of the eighteen providers. */
export type ProviderId = (typeof providerIds)[number]

/** A user as a provider describes them. */
export interface ProviderUser {
  /** The user's id at the provider; never empty. */
  readonly accountId: string
  /** In lower case; null when the provider sends none. */
  readonly email: string | null
  /** The provider's own claim about this email; false when it makes none. */
  readonly emailVerified: boolean
  /** Never empty unless the provider sends neither name nor email. */
  readonly name: string
  /** An https URL, or null. */
  readonly image: string | null
}

/** A user as a provider describes them, with everything it sent: the claims of the id token and its profiles. */
export interface ProviderProfile {
  readonly user: ProviderUser
  readonly profile: Readonly<Record<string, unknown>>
}

/** The response of a token request. A field that the provider did not send is null. */
export interface ProviderTokens {
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly idToken: string | null
  readonly accessTokenExpiresAt: Date | null
  readonly refreshTokenExpiresAt: Date | null
  /** The granted scopes; empty when the provider does not name them. */
  readonly scopes: readonly string[]
  readonly tokenType: string | null
}

/**
 * Whether a new user may sign up by a provider: always, only on request (`requestSignUp`, <PROVIDER>_DISABLE_IMPLICIT_SIGN_UP), or
 * never (<PROVIDER>_DISABLE_SIGN_UP).
 */
export type SignUpRule = 'open' | 'on-request' | 'off'

/** The parameters of an authorization URL. */
export interface AuthorizationInput {
  readonly state: string
  /** 43 to 128 characters; the challenge and the nonce are derived from it. */
  readonly codeVerifier: string
  /** `{BASE_URL}/api/auth/callback/{id}`. */
  readonly redirectUri: string
  /** In addition to the default scopes. */
  readonly scopes: readonly string[]
  readonly loginHint?: string | undefined
}

/** The parameters of the callback, and the stored state of the sign-in. */
export interface CallbackInput {
  readonly code: string
  readonly state: string
  readonly codeVerifier: string
  readonly redirectUri: string
  /** VK's `device_id`. */
  readonly deviceId?: string | undefined
  /** Apple's form field `user`: JSON with a name, sent the first time only. */
  readonly user?: string | undefined
  /** The issuer of the response (RFC 9207). */
  readonly iss?: string | undefined
  readonly now: Date
}

/** The input of a sign-in by id token. */
export interface IdTokenInput {
  readonly token: string
  /** The nonce of the app's request. The token contains it unchanged, or as SHA-256 in hex (native Apple and Google libraries). */
  readonly nonce?: string | undefined
  readonly accessToken?: string | undefined
  readonly now: Date
}

/** A provider that the settings configure. */
export interface ConfiguredProvider {
  readonly id: ProviderId
  readonly name: string
  /** Whether TRUSTED_PROVIDERS names it. */
  readonly isTrusted: boolean
  readonly signUp: SignUpRule
  /** Whether it supports sign-in by id token. */
  readonly acceptsIdTokens: boolean
  /** Whether it issues refresh tokens. */
  readonly hasRefreshTokens: boolean
  /** Requested at every sign-in, before the scopes of the caller. */
  readonly scopes: readonly string[]
  /** The URL to redirect the user to. Sends no request. */
  authorizationUrl(input: AuthorizationInput): Promise<string>
  /**
   * Exchanges the code, verifies the id token (signature, issuer, audience, nonce, key size) and requests the profile. Rejects with
   * ProviderFailure.
   */
  handleCallback(input: CallbackInput): Promise<{ readonly tokens: ProviderTokens; readonly user: ProviderUser }>
  /** Verifies an id token and returns its user. Rejects with ProviderFailure('invalid_token'). */
  userOfIdToken(input: IdTokenInput): Promise<ProviderUser>
  /** Requests the profile with stored tokens. Rejects with ProviderFailure('unable_to_get_user_info'). */
  profileOf(tokens: Pick<ProviderTokens, 'idToken'> & { readonly accessToken: string }): Promise<ProviderProfile>
  /** A stored refresh token as the provider issued it: some are stored with additional parameters. */
  originalRefreshToken(refreshToken: string): string
  /** Exchanges a refresh token for new tokens. Unchanged tokens are null. Rejects with ProviderFailure('refresh'). */
  refresh(refreshToken: string, now: Date): Promise<ProviderTokens>
}

/** The failed step. The first two are codes of the error page (specification, section 8). */
export type FailedStep = 'invalid_code' | 'unable_to_get_user_info' | 'invalid_token' | 'refresh'

/** A sign-in or refresh at a provider failed. The message is a sentence for the log, contains no secret and is already logged. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly step: FailedStep
  readonly provider: ProviderId

  constructor(step: FailedStep, provider: ProviderId, reason: string) {
    super(reason)
    this.step = step
    this.provider = provider
  }
}
