import { TRANSFER_PATH } from '../builtin/file-transfers.ts'
import { answerBadConnection } from '../guard/framework-errors.ts'
import type { RequestListener } from './shortcut.ts'

/** Milliseconds that a client has for the body of a request, parts of uploads apart. */
export const BODY_TIMEOUT_MS = 30_000

/** Wraps `listener`: a body that does not arrive in time is answered with 408, and its connection closed. */
export function withBodyDeadline(listener: RequestListener): RequestListener {
  return (request, response) => {
    const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
    if (hasBody && !request.url?.startsWith(TRANSFER_PATH)) {
      const timer = setTimeout(() => {
        if (!request.complete)
          answerBadConnection(Object.assign(new Error('The body is late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket)
      }, BODY_TIMEOUT_MS)
      timer.unref()
      request.once('close', () => clearTimeout(timer))
    }
    return listener(request, response)
  }
}
