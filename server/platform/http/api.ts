/** The two APIs: `auth` (accounts and organizations) and `v1` (billing). They differ in JSON case, error shape and callers. */
export type Api = 'auth' | 'v1'

const AUTH = '/api/auth'
const V1 = '/v1'

/** The API that a path belongs to; undefined for pages and for endpoints outside both. */
export function apiOf(path: string): Api | undefined {
  if (path === AUTH || path.startsWith(`${AUTH}/`)) return 'auth'
  if (path === V1 || path.startsWith(`${V1}/`)) return 'v1'
  return undefined
}
