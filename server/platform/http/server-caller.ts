import { createHash, timingSafeEqual } from 'node:crypto'
import { bearerToken, type CallerSource } from './recognize.ts'

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Recognizes a server call: `Authorization: Bearer` with the `SERVICE_TOKEN` and without any cookie, so that a browser cannot be
 * tricked into sending one. For /api/auth.
 */
export const serviceCaller: CallerSource = {
  name: 'service',
  api: 'auth',
  recognize: async ({ headers }, { settings }) => {
    const token = bearerToken(headers)
    if (settings.SERVICE_TOKEN === undefined || token === undefined || headers['cookie'] !== undefined) return undefined
    return timingSafeEqual(digest(token), digest(settings.SERVICE_TOKEN)) ? { kind: 'service' } : undefined
  },
}
