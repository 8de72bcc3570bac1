// A merchant's own server, for tests: it keeps what arrives and answers as it is told.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'

/** One request that arrived. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of webhooks that listens on the loopback address. */
export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** How the next requests are answered; 204 until told. */
  answer(how: number | ((response: ServerResponse) => void)): void
  /** The types of what arrived, in the order of arrival. */
  types(): string[]
  close(): Promise<void>
}

/** Starts a receiver on a free port. */
export async function aReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let how: number | ((response: ServerResponse) => void) = 204
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    received.push({ headers: request.headers, body })
    if (typeof how === 'number') response.writeHead(how).end()
    else how(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => {
      how = next
    },
    types: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Something that listens where a receiver should, and does with each connection what it likes. */
export interface Listener {
  readonly port: number
  /** What came in on each connection so far, in the order of connecting. */
  heard(): string[]
  /** How many connections have ended, and how many bytes went out on those. */
  ended(): { readonly connections: number; readonly bytes: number }
  close(): Promise<void>
}

/** Listens on a free port; `treat` is given each connection, whose data is read unless it says otherwise by `isDeaf`. */
export async function aListener(treat: (socket: Socket) => void, { isDeaf = false } = {}): Promise<Listener> {
  const sockets = new Set<Socket>()
  const heard: string[] = []
  let connections = 0
  let bytes = 0
  const server = createSocketServer((socket) => {
    const index = heard.push('') - 1
    sockets.add(socket)
    if (!isDeaf) socket.on('data', (part) => (heard[index] += part.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      connections += 1
      bytes += socket.bytesWritten
    })
    treat(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => heard,
    ended: () => ({ connections, bytes }),
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
