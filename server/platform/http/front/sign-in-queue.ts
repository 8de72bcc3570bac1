import type { RequestListener } from './shortcut.ts'

/** These requests hash a password, so they are slow in any case. */
const PASSWORD_PATHS = /^\/api\/auth\/sign-(in|up)\//

/**
 * Wraps `listener`: sign-ins and sign-ups are started one per turn of the event loop. A hundred that arrive together would
 * otherwise be read, parsed and checked at once, while all other requests wait.
 */
export function withSignInQueue(listener: RequestListener): RequestListener {
  const waiting: (() => void)[] = []
  const startNext = (): void => {
    waiting.shift()?.()
    if (waiting.length) setImmediate(startNext)
  }
  return (request, response) => {
    if (!PASSWORD_PATHS.test(request.url ?? '')) return listener(request, response)
    if (!waiting.length) setImmediate(startNext)
    waiting.push(() => listener(request, response))
  }
}
