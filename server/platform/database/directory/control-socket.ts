import { once } from 'node:events'
import { chmodSync, statSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { monotonicMs } from '../../clock.ts'
import type { WorkControl, WorkProgress } from '../../work-control.ts'

const REQUEST_BYTES = 64 * 1024
/** Progress is sent at most this often. */
const PROGRESS_MS = 500
/** The line with which a client ends the work. */
const STOP = '{"stop":true}\n'

/** A request over the control socket: a verb and its input. */
export interface ControlRequest {
  readonly verb: string
  readonly input: Readonly<Record<string, unknown>>
  /** Whether the client reads lines of progress before the response; an older client does not. */
  readonly readsProgress?: boolean
}

/** The response. `error` is a message for the user of the command. */
export type ControlResponse = { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly error: string }

/** Handles one request; an error is sent as its message. The work is to end when its client ends or requests it. */
export type ControlResponder = (request: ControlRequest, control: WorkControl) => Promise<unknown>

/**
 * Opens the control socket at `path`, for this user only: one line of JSON in, one out. Before the response there may be lines
 * `{"progress": …}`, and after the request a line with which the client ends the work. Rejects with EADDRINUSE if the path is taken.
 */
export async function openControlSocket(path: string, responder: ControlResponder): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    void respond(socket, responder)
  })
  server.listen({ path })
  await once(server, 'listening')
  chmodSync(path, 0o600)
  // The socket alone does not keep the process alive.
  return server.unref()
}

async function respond(socket: Socket, responder: ControlResponder): Promise<void> {
  const response = await requestFrom(socket)
    .then(({ request, rest }) => responder(request, controlOf(socket, { readsProgress: request.readsProgress, isStopped: rest !== '' })))
    .then(
      (answer): ControlResponse => ({ ok: true, answer: answer ?? null }),
      (error: unknown): ControlResponse => ({ ok: false, error: error instanceof Error ? error.message : String(error) }),
    )
  socket.end(`${JSON.stringify(response)}\n`)
}

/** The values that a client sent besides its request. */
interface ClientState {
  readonly readsProgress: boolean | undefined
  /** Whether it has already ended the work. */
  readonly isStopped: boolean
}

// All that follows the request ends the work: the line of a client that stops, or the end of the client itself.
function controlOf(socket: Socket, { readsProgress, isStopped }: ClientState): WorkControl {
  const stop = new AbortController()
  if (isStopped) stop.abort()
  for (const event of ['data', 'end', 'close']) socket.on(event, () => stop.abort())
  let sentMs = Number.NEGATIVE_INFINITY
  const onProgress = (progress: WorkProgress): void => {
    if (!readsProgress || socket.destroyed || monotonicMs() - sentMs < PROGRESS_MS) return
    sentMs = monotonicMs()
    socket.write(`${JSON.stringify({ progress })}\n`)
  }
  return { onProgress, signal: stop.signal }
}

async function requestFrom(socket: Socket): Promise<{ readonly request: ControlRequest; readonly rest: string }> {
  let line = ''
  socket.setEncoding('utf8')
  for await (const part of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    line += part
    if (line.length > REQUEST_BYTES) throw new Error('The request is too long.')
    if (line.includes('\n')) break
  }
  const [first = '', ...rest] = line.split('\n')
  return { request: JSON.parse(first) as ControlRequest, rest: rest.join('') }
}

/** No process listens on the socket: its owner has ended. */
export class NoServer extends Error {
  override readonly name = 'NoServer'
}

/** A process listens on the socket but does not answer in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Options of a request over the control socket. */
interface RequestOptions {
  readonly timeoutMs?: number
  /** Receives the progress, and ends the work. */
  readonly control?: WorkControl
}

/**
 * Sends a request to the process that listens at `path`. Rejects with `NoServer` if that has ended, with `NoAnswer` if it does not
 * answer within `timeoutMs`, and with its error message if it refuses.
 */
export async function sendControlRequest(path: string, request: ControlRequest, options: RequestOptions = {}): Promise<unknown> {
  const { timeoutMs, control } = options
  const socket = connect({ path })
  try {
    await once(socket, 'connect')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED' || code === 'ENOENT') throw new NoServer('No server is running.')
    throw error
  }
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => socket.destroy(new NoAnswer('The server does not answer.')), timeoutMs)
  const stop = (): void => void socket.write(STOP)
  try {
    socket.write(`${JSON.stringify({ ...request, ...(control && { readsProgress: true }) })}\n`)
    control?.signal.addEventListener('abort', stop)
    if (control?.signal.aborted) stop()
    const response = await responseFrom(socket, control)
    if (!response.ok) throw new Error(response.error)
    return response.answer
  } finally {
    control?.signal.removeEventListener('abort', stop)
    clearTimeout(timer)
    socket.destroy()
  }
}

async function responseFrom(socket: Socket, control: WorkControl | undefined): Promise<ControlResponse> {
  // A response may have many megabytes: only what is new is searched for line ends.
  let line: string[] = []
  socket.setEncoding('utf8')
  for await (const part of socket as AsyncIterable<string>) {
    const [first = '', ...further] = part.split('\n')
    line.push(first)
    for (const next of further) {
      const message = JSON.parse(line.join('')) as ControlResponse | { readonly progress: WorkProgress }
      if (!('progress' in message)) return message
      control?.onProgress(message.progress)
      line = [next]
    }
  }
  throw new NoAnswer('The server ended before it answered.')
}

/** Whether this user created the file at `path`: in a shared folder any user could have. */
export function isOwnFile(path: string): boolean {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  return owner === undefined || process.getuid === undefined || owner === process.getuid()
}
