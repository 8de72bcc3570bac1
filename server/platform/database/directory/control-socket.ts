import { once } from 'node:events'
import { chmodSync, statSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

const REQUEST_BYTES = 64 * 1024

/** A request over the control socket: a verb and its input. */
export interface ControlRequest {
  readonly verb: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The response. `error` is a message for the user of the command. */
export type ControlResponse = { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly error: string }

/** Handles one request; an error is sent as its message. */
export type ControlResponder = (request: ControlRequest) => Promise<unknown>

/** Opens the control socket at `path`: one line of JSON in, one out, for this user only. Rejects with EADDRINUSE if the path is taken. */
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
    .then(responder)
    .then(
      (answer): ControlResponse => ({ ok: true, answer: answer ?? null }),
      (error: unknown): ControlResponse => ({ ok: false, error: error instanceof Error ? error.message : String(error) }),
    )
  socket.end(`${JSON.stringify(response)}\n`)
}

async function requestFrom(socket: Socket): Promise<ControlRequest> {
  let line = ''
  socket.setEncoding('utf8')
  for await (const part of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    line += part
    if (line.length > REQUEST_BYTES) throw new Error('The request is too long.')
    if (line.includes('\n')) break
  }
  return JSON.parse(line) as ControlRequest
}

/** No process listens on the socket: its owner has ended. */
export class NoServer extends Error {
  override readonly name = 'NoServer'
}

/** A process listens on the socket but does not answer in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/**
 * Sends a request to the process that listens at `path`. Rejects with `NoServer` if that has ended, with `NoAnswer` if it does not
 * answer within `timeoutMs`, and with its error message if it refuses.
 */
export async function sendControlRequest(path: string, request: ControlRequest, timeoutMs?: number): Promise<unknown> {
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
  try {
    socket.write(`${JSON.stringify(request)}\n`)
    const line = await text(socket)
    if (line === '') throw new NoAnswer('The server ended before it answered.')
    const response = JSON.parse(line) as ControlResponse
    if (!response.ok) throw new Error(response.error)
    return response.answer
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

/** Whether this user created the file at `path`: in a shared folder any user could have. */
export function isOwnFile(path: string): boolean {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  return owner === undefined || process.getuid === undefined || owner === process.getuid()
}
