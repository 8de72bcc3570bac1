/** The two halves of the API: people and organizations, and selling. They differ in JSON case, error shape and callers. */
export type Api = 'auth' | 'v1'

const AUTH = '/api/auth'
const V1 = '/v1'

/** The half that a path belongs to; nothing for pages and what stands beside both. */
export function apiOf(path: string): Api | undefined {
  if (path === AUTH || path.startsWith(`${AUTH}/`)) return 'auth'
  if (path === V1 || path.startsWith(`${V1}/`)) return 'v1'
  return undefined
}
