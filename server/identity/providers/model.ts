/** The providers of the specification, in its order; the names are on the wire. */
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

/** One of the eighteen. */
export type ProviderId = (typeof providerIds)[number]

/** What a provider says of the person. */
export interface ProviderUser {
  /** The person's id at the provider; never empty. */
  readonly accountId: string
  /** In lower case; null where the provider gives none. */
  readonly email: string | null
  /** Only the provider's own claim about this very address; false where it makes none. */
  readonly emailVerified: boolean
  /** Never empty unless the provider gives no name and no address. */
  readonly name: string
  /** An https address, or null. */
  readonly image: string | null
}

/** What a token request brought. A field is null where the provider did not send it. */
export interface ProviderTokens {
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly idToken: string | null
  readonly accessTokenExpiresAt: Date | null
  readonly refreshTokenExpiresAt: Date | null
  /** What was granted: as the provider says; empty where it does not. */
  readonly scopes: readonly string[]
  readonly tokenType: string | null
}

/**
 * Whether somebody new may come in by a provider: always, only when sign-up was asked for (`requestSignUp`,
 * <PROVIDER>_DISABLE_IMPLICIT_SIGN_UP), or never (<PROVIDER>_DISABLE_SIGN_UP).
 */
export type SignUpRule = 'open' | 'on-request' | 'off'

/** What an authorization URL is made of. */
export interface AuthorizationAsk {
  readonly state: string
  /** 43 to 128 characters; the challenge and the nonce are made from it. */
  readonly codeVerifier: string
  /** `{BASE_URL}/api/auth/callback/{id}`. */
  readonly redirectUri: string
  /** Besides the default ones. */
  readonly scopes: readonly string[]
  readonly loginHint?: string | undefined
}

/** What came back with the person, and what the state kept. */
export interface CameBack {
  readonly code: string
  readonly state: string
  readonly codeVerifier: string
  readonly redirectUri: string
  /** VK's `device_id`. */
  readonly deviceId?: string | undefined
  /** Apple's form field `user`: JSON with a name, sent the first time only. */
  readonly user?: string | undefined
  /** The issuer that the answer names (RFC 9207). */
  readonly iss?: string | undefined
  readonly now: Date
}

/** The `idToken` form of signing in. */
export interface GivenIdToken {
  readonly token: string
  /** What the app put into its request: as it stands, or its SHA-256 in hex (native Apple and Google libraries). */
  readonly nonce?: string | undefined
  readonly accessToken?: string | undefined
  readonly now: Date
}

/** A provider that the settings configure, ready to be asked. */
export interface ReadyProvider {
  readonly id: ProviderId
  readonly name: string
  /** Whether TRUSTED_PROVIDERS names it. */
  readonly isTrusted: boolean
  readonly signUp: SignUpRule
  /** Whether the `idToken` form is known for it. */
  readonly takesIdTokens: boolean
  /** Whether it gives refresh tokens. */
  readonly refreshes: boolean
  /** Asked for at every sign-in, before those of the caller. */
  readonly scopes: readonly string[]
  /** Where to send the person. Asks nobody. */
  authorizationUrl(ask: AuthorizationAsk): Promise<string>
  /** Exchanges the code, verifies what came (id token: signature, issuer, audience, nonce, key size) and asks the profile. Rejects with ProviderFailure. */
  comeBack(back: CameBack): Promise<{ readonly tokens: ProviderTokens; readonly person: ProviderUser }>
  /** Whom an id token is about, once it is verified. Rejects with ProviderFailure('invalid_token'). */
  personOfIdToken(given: GivenIdToken): Promise<ProviderUser>
  /** A refresh token that is kept here as the provider gave it: some are kept with what has to come along. */
  ownRefreshToken(refreshToken: string): string
  /** New tokens for a refresh token; those that did not change are null. Rejects with ProviderFailure('refresh'). */
  refresh(refreshToken: string, now: Date): Promise<ProviderTokens>
}

/** Where it failed: the first two are codes of the error page (specification, section 8). */
export type FailedStep = 'invalid_code' | 'unable_to_get_user_info' | 'invalid_token' | 'refresh'

/** Why a provider could not be asked. The message is a sentence for the log and holds no secret; it was logged where it was thrown. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly step: FailedStep
  readonly provider: ProviderId

  constructor(step: FailedStep, provider: ProviderId, told: string) {
    super(told)
    this.step = step
    this.provider = provider
  }
}
