/** The data that a scope makes readable, in display order. */
export const grants = ['profile', 'email', 'phone', 'posts'] as const
export type Grant = (typeof grants)[number]

const google = 'https://www.googleapis.com/auth/userinfo'

/** The grants of each scope, by the provider's name of the scope; a scope only for the sign-in grants nothing. */
const grantsByScope: Readonly<Record<string, readonly Grant[]>> = {
  openid: [],
  profile: ['profile'],
  [`${google}.profile`]: ['profile'],
  public_profile: ['profile'],
  name: ['profile'],
  identify: ['profile'],
  identity: ['profile'],
  'read:user': ['profile'],
  'users.read': ['profile'],
  'user.info.basic': ['profile'],
  'user.info.profile': ['profile'],
  read_user: ['profile', 'email'],
  'User.Read': ['profile', 'email'],
  'user:read': ['profile', 'email'],
  'user:read:user': ['profile', 'email'],
  'account_info.read': ['profile', 'email'],
  email: ['email'],
  [`${google}.email`]: ['email'],
  'user:email': ['email'],
  'user:read:email': ['email'],
  'user-read-email': ['email'],
  'users.email': ['email'],
  'vkid.personal_info': ['profile'],
  phone: ['phone'],
  'tweet.read': ['posts'],
}
const offlineScopes = new Set(['offline.access', 'offline_access'])

/** The grants of a set of scopes. */
export interface ScopeGrants {
  readonly reads: readonly Grant[]
  /** Whether access continues while the user is offline. */
  readonly isOffline: boolean
  /** Scopes without a known grant. */
  readonly further: readonly string[]
}

export function grantsOf(scopes: readonly string[]): ScopeGrants {
  const read = new Set(scopes.flatMap((scope) => (Object.hasOwn(grantsByScope, scope) ? (grantsByScope[scope] ?? []) : [])))
  return {
    reads: grants.filter((grant) => read.has(grant)),
    isOffline: scopes.some((scope) => offlineScopes.has(scope)),
    further: scopes.filter((scope) => !Object.hasOwn(grantsByScope, scope) && !offlineScopes.has(scope)),
  }
}
