// The profiles of the OIDC providers as they publish them: issuer, hosts, paths, algorithm, scopes.

export type RealProviderId = 'google' | 'microsoft' | 'apple' | 'linkedin' | 'twitch' | 'roblox'

/** The profile of a provider. */
export interface ProviderProfile {
  readonly id: RealProviderId
  readonly issuer: string
  /** The first host is the one that the browser of the user opens. */
  readonly hosts: readonly string[]
  readonly routes: { readonly authorization: string; readonly token: string; readonly jwks: string; readonly userinfo?: string }
  readonly algorithm: 'RS256' | 'ES256'
  /** Whether a code without a challenge is refused. */
  readonly hasPkce: boolean
  /** Supported scopes besides `openid`. */
  readonly scopes: readonly string[]
  readonly hasRefreshTokens: boolean
  /** Issues an id token even without the scope `openid`. */
  readonly isOpenId?: true
  /** Further claims of every user. */
  readonly extraClaims: Readonly<Record<string, string>>
}

const TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'
const defaults = { algorithm: 'RS256', hasPkce: false, scopes: ['email', 'profile'], hasRefreshTokens: true, extraClaims: {} } as const

export const profiles: Readonly<Record<RealProviderId, ProviderProfile>> = {
  google: {
    ...defaults,
    id: 'google',
    issuer: 'https://accounts.google.com',
    hosts: ['accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com'],
    routes: { authorization: '/o/oauth2/auth', token: '/token', jwks: '/oauth2/v3/certs' },
    hasPkce: true,
  },
  microsoft: {
    ...defaults,
    id: 'microsoft',
    issuer: `https://login.microsoftonline.com/${TENANT}/v2.0`,
    hosts: ['login.microsoftonline.com'],
    routes: {
      authorization: '/common/oauth2/v2.0/authorize',
      token: '/common/oauth2/v2.0/token',
      jwks: '/common/discovery/v2.0/keys',
    },
    hasPkce: true,
    scopes: ['email', 'profile', 'User.Read'],
    extraClaims: { tid: TENANT },
  },
  apple: {
    ...defaults,
    id: 'apple',
    issuer: 'https://appleid.apple.com',
    hosts: ['appleid.apple.com'],
    routes: { authorization: '/auth/authorize', token: '/auth/token', jwks: '/auth/keys' },
    scopes: ['email', 'name'],
    isOpenId: true,
  },
  linkedin: {
    ...defaults,
    id: 'linkedin',
    issuer: 'https://www.linkedin.com/oauth',
    hosts: ['www.linkedin.com', 'api.linkedin.com'],
    routes: {
      authorization: '/oauth/v2/authorization',
      token: '/oauth/v2/accessToken',
      jwks: '/oauth/openid/jwks',
      userinfo: '/v2/userinfo',
    },
    hasRefreshTokens: false,
  },
  twitch: {
    ...defaults,
    id: 'twitch',
    issuer: 'https://id.twitch.tv/oauth2',
    hosts: ['id.twitch.tv'],
    routes: { authorization: '/oauth2/authorize', token: '/oauth2/token', jwks: '/oauth2/keys' },
    scopes: ['user:read:email'],
  },
  roblox: {
    ...defaults,
    id: 'roblox',
    issuer: 'https://apis.roblox.com/oauth/',
    hosts: ['apis.roblox.com'],
    routes: {
      authorization: '/oauth/v1/authorize',
      token: '/oauth/v1/token',
      jwks: '/oauth/v1/certs',
      userinfo: '/oauth/v1/userinfo',
    },
    algorithm: 'ES256',
    hasPkce: true,
  },
}

/** Our client credentials at a provider. */
export function clientOf(id: RealProviderId): { readonly id: string; readonly secret: string } {
  return { id: `our-client-at-${id}`, secret: `our-secret-at-${id}-that-is-long-enough` }
}
