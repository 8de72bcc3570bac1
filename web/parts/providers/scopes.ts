/** What a scope lets one read, in the order in which it is told. Further rights are told by their own names. */
export const grants = ['profile', 'email', 'phone', 'posts'] as const
export type Grant = (typeof grants)[number]

const google = 'https://www.googleapis.com/auth/userinfo'

/** What each scope lets one read; those that sign in and no more let one read nothing. The names are the providers' own. */
const meanings: Readonly<Record<string, readonly Grant[]>> = {
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
const away = new Set(['offline.access', 'offline_access'])

/** What scopes mean to the person who granted them. */
export interface Granted {
  readonly reads: readonly Grant[]
  /** Whether it holds while they are away. */
  readonly isLasting: boolean
  /** Scopes that have no words here. */
  readonly further: readonly string[]
}

export function grantedBy(scopes: readonly string[]): Granted {
  const read = new Set(scopes.flatMap((scope) => (Object.hasOwn(meanings, scope) ? (meanings[scope] ?? []) : [])))
  return {
    reads: grants.filter((grant) => read.has(grant)),
    isLasting: scopes.some((scope) => away.has(scope)),
    further: scopes.filter((scope) => !Object.hasOwn(meanings, scope) && !away.has(scope)),
  }
}
