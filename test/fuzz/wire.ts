// A filled-in request over a real socket, and what came back.
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** A request as it is sent. */
export interface Sent {
  readonly method: string
  /** Path and query as they stand in the first line. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** What came back; without a status the connection ended, or nothing came in time. */
export interface Came {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly ms: number
  /** Why there is no answer. */
  readonly reason?: string
}

/** After this nothing is waited for any longer. */
const GIVE_UP_MS = 15_000
/** A stream is watched until its first event, or this long. */
const STREAM_MS = 150

/** Opens connections to the server, as many as `width`, and sends over them. */
export function connectionsTo(address: string, width: number): { send(sent: Sent): Promise<Came>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: width })
  const { hostname, port } = new URL(address)
  const once = (sent: Sent) =>
    new Promise<Came & { readonly isStale?: boolean }>((done) => {
      const began = performance.now()
      const after = () => performance.now() - began
      const length = sent.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(sent.body)) }
      const headers = { ...sent.headers, ...length }
      const outgoing = request({ agent, hostname, port, method: sent.method, path: sent.target, headers })
      const late = setTimeout(() => outgoing.destroy(new Error(`nothing came within ${GIVE_UP_MS} ms`)), GIVE_UP_MS)
      let isAnswered = false
      const end = (came: Came & { readonly isStale?: boolean }) => {
        clearTimeout(late)
        done(came)
      }
      outgoing.on('response', (incoming) => {
        isAnswered = true
        void textOf(incoming).then((text) => end({ status: incoming.statusCode, headers: incoming.headers, text, ms: after() }))
      })
      outgoing.on('error', (reason: Error & { code?: string }) => {
        if (isAnswered) return
        const isStale = outgoing.reusedSocket && (reason.code === 'ECONNRESET' || reason.code === 'EPIPE')
        end({ status: undefined, headers: {}, text: '', ms: after(), reason: reason.message, isStale })
      })
      outgoing.end(sent.body)
    })
  return {
    // The server may close an idle connection at the moment in which it is used again: that is no answer, and asked once more.
    send: async (sent) => {
      const came = await once(sent)
      return came.isStale ? once(sent) : came
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
    // A stream that was left.
  }
  clearTimeout(stop)
  return text
}

/** The request as a command that sends it again; what is long is cut and says so. */
export function asCurl(address: string, { method, target, headers, body }: Sent): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…(${text.length} characters)` : text)
  const parts = Object.entries(headers).map(([name, value]) => `-H ${quoted(cut(value ? `${name}: ${value}` : `${name};`, 150))}`)
  const how = method === 'HEAD' ? '-I' : `-X ${method}`
  const sent = body === undefined ? [] : [`--data-binary ${quoted(cut(body, 800))}`]
  return ['curl -i --path-as-is -g', how, ...parts, ...sent, quoted(cut(address + target, 500))].join(' ')
}
