// Sends a request over a real socket and reads its answer.
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** A request on the wire. */
export interface SentRequest {
  readonly method: string
  /** Path and query as in the request line. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** An answer; without a status the connection was closed or timed out. */
export interface ReceivedAnswer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly ms: number
  /** Why there is no answer. */
  readonly reason?: string
}

/** Time-out of a request: only one that hangs takes so long. */
const TIMEOUT_MS = 60_000
/** A stream is read until its first event, or for this time. */
const STREAM_MS = 150

/** Sends requests to the server over at most `width` connections. */
export function connectionsTo(baseUrl: string, width: number): { send(sent: SentRequest): Promise<ReceivedAnswer>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: width })
  const { hostname, port } = new URL(baseUrl)
  const once = (sent: SentRequest) =>
    new Promise<ReceivedAnswer & { readonly isStale?: boolean }>((done) => {
      const startedMs = performance.now()
      const elapsed = () => performance.now() - startedMs
      const length = sent.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(sent.body)) }
      const headers = { ...sent.headers, ...length }
      const outgoing = request({ agent, hostname, port, method: sent.method, path: sent.target, headers })
      const timeout = setTimeout(() => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
      let isAnswered = false
      const end = (received: ReceivedAnswer & { readonly isStale?: boolean }) => {
        clearTimeout(timeout)
        done(received)
      }
      outgoing.on('response', (incoming) => {
        isAnswered = true
        void textOf(incoming).then((text) => end({ status: incoming.statusCode, headers: incoming.headers, text, ms: elapsed() }))
      })
      outgoing.on('error', (reason: Error & { code?: string }) => {
        if (isAnswered) return
        const isStale = outgoing.reusedSocket && (reason.code === 'ECONNRESET' || reason.code === 'EPIPE')
        end({ status: undefined, headers: {}, text: '', ms: elapsed(), reason: reason.message, isStale })
      })
      outgoing.end(sent.body)
    })
  return {
    // The server may close an idle connection at the moment of its reuse: then the request is retried once.
    send: async (sent) => {
      const received = await once(sent)
      return received.isStale ? once(sent) : received
    },
    close: () => agent.destroy(),
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const isStream = incoming.headers['content-type']?.startsWith('text/event-stream')
  let text = ''
  const stop = isStream ? setTimeout(() => incoming.destroy(), STREAM_MS) : undefined
  try {
    for await (const part of incoming.setEncoding('utf8')) {
      text += part
      if (isStream && text.includes('\n\n')) break
    }
  } catch {
    // The connection of a stream was destroyed.
  }
  clearTimeout(stop)
  return text
}

/** Formats the request as a curl command; long values are truncated with their length. */
export function asCurl(baseUrl: string, { method, target, headers, body }: SentRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const truncated = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…(${text.length} characters)` : text)
  const parts = Object.entries(headers).map(([name, value]) => `-H ${quoted(truncated(value ? `${name}: ${value}` : `${name};`, 150))}`)
  const methodOption = method === 'HEAD' ? '-I' : `-X ${method}`
  const sent = body === undefined ? [] : [`--data-binary ${quoted(truncated(body, 800))}`]
  return ['curl -i --path-as-is -g', methodOption, ...parts, ...sent, quoted(truncated(baseUrl + target, 500))].join(' ')
}
