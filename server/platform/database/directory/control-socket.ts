import { once } from 'node:events'
import { chmodSync, statSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

const REQUEST_BYTES = 64 * 1024

/** What is asked through the door: a verb and what it is given. */
export interface ControlRequest {
  readonly verb: string
  readonly given: Readonly<Record<string, unknown>>
}

/** What comes back. `error` is a sentence for the person who asked. */
export type ControlAnswer = { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly error: string }

/** Answers one request; what it throws is told by its message. */
export type ControlResponder = (request: ControlRequest) => Promise<unknown>

/** Opens the door at `path`: one line of JSON in, one out, for this user alone. Rejects with EADDRINUSE when the path is taken. */
export async function openControlSocket(path: string, answering: ControlResponder): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    void respond(socket, answering)
  })
  server.listen({ path })
  await once(server, 'listening')
  chmodSync(path, 0o600)
  // The door alone keeps nobody awake.
  return server.unref()
}

async function respond(socket: Socket, answering: ControlResponder): Promise<void> {
  const answer = await requestFrom(socket)
    .then(answering)
    .then(
      (given): ControlAnswer => ({ ok: true, answer: given ?? null }),
      (error: unknown): ControlAnswer => ({ ok: false, error: error instanceof Error ? error.message : String(error) }),
    )
  socket.end(`${JSON.stringify(answer)}\n`)
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

/** Nobody is behind the door: its process has ended. */
export class NoServer extends Error {
  override readonly name = 'NobodyThere'
}

/** Somebody is behind the door, but busy. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/**
 * Asks whoever holds the door at `path`. Rejects with `NobodyThere` when its process has ended, with `NoAnswer` when it lives
 * but does not answer within `timeoutMs`, and with its own sentence when it refuses.
 */
export async function sendControlRequest(path: string, request: ControlRequest, timeoutMs?: number): Promise<unknown> {
  const socket = connect({ path })
  try {
    await once(socket, 'connect')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED' || code === 'ENOENT') throw new NoServer('Nobody is there.')
    throw error
  }
  const late = timeoutMs === undefined ? undefined : setTimeout(() => socket.destroy(new NoAnswer('There is no answer.')), timeoutMs)
  try {
    socket.write(`${JSON.stringify(request)}\n`)
    const said = await text(socket)
    if (said === '') throw new NoAnswer('The server ended before it answered.')
    const answer = JSON.parse(said) as ControlAnswer
    if (!answer.ok) throw new Error(answer.error)
    return answer.answer
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}

/** Whether the door at `path` was put there by this user: in a shared folder anybody could. */
export function isOurs(path: string): boolean {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  return owner === undefined || process.getuid === undefined || owner === process.getuid()
}
