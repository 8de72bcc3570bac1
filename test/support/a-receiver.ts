// A merchant's server for tests: it records the webhooks that it receives and answers as configured.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'

/** One received webhook. */
export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of webhooks that listens on the loopback address. */
export interface Receiver {
  readonly url: string
  readonly received: ReceivedWebhook[]
  /** Sets the reply to the next requests: a status, or a function that writes the response. 204 by default. */
  answer(reply: number | ((response: ServerResponse) => void)): void
  /** The types of the received webhooks, in order. */
  types(): string[]
  close(): Promise<void>
}

/** Starts a receiver on a free port. */
export async function aReceiver(): Promise<Receiver> {
  const received: ReceivedWebhook[] = []
  let reply: number | ((response: ServerResponse) => void) = 204
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    received.push({ headers: request.headers, body })
    if (typeof reply === 'number') response.writeHead(reply).end()
    else reply(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => {
      reply = next
    },
    types: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A TCP server in place of a receiver, for faulty behaviour on the connection. */
export interface SocketServer {
  readonly port: number
  /** The data received on each connection so far, in the order of connections. */
  received(): string[]
  /** The number of closed connections, and the bytes sent on them. */
  ended(): { readonly connections: number; readonly bytes: number }
  close(): Promise<void>
}

/** Listens on a free port and calls `onConnection` for each connection. Data is read unless `ignoresData` is set. */
export async function aSocketServer(onConnection: (socket: Socket) => void, { ignoresData = false } = {}): Promise<SocketServer> {
  const sockets = new Set<Socket>()
  const received: string[] = []
  let connections = 0
  let bytes = 0
  const server = createSocketServer((socket) => {
    const index = received.push('') - 1
    sockets.add(socket)
    if (!ignoresData) socket.on('data', (part) => (received[index] += part.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      connections += 1
      bytes += socket.bytesWritten
    })
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    ended: () => ({ connections, bytes }),
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
