import type { Handling } from './shortcut.ts'

/** Who comes through these is about to have a password hashed, and waits for that in any case. */
const DOOR = /^\/api\/auth\/sign-(in|up)\//

/**
 * A handling that begins sign-ins and sign-ups one after the other, each in a turn of its own. A hundred that arrive together
 * would be read, parsed and checked in one go, and whoever is signed in already would wait for all of it.
 */
export function withSignInQueue(handle: Handling): Handling {
  const waiting: (() => void)[] = []
  const letIn = (): void => {
    waiting.shift()?.()
    if (waiting.length) setImmediate(letIn)
  }
  return (request, response) => {
    if (!DOOR.test(request.url ?? '')) return handle(request, response)
    if (!waiting.length) setImmediate(letIn)
    waiting.push(() => handle(request, response))
  }
}
