// A small proxy before several instances, as a load balancer is: it asks each whether it is ready, keeps its connections to them
// open, and sends a request a second time only where the first never left.
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const ASK_EVERY_MS = 100

/** What an instance was found to be, each time that changed. */
export type Found = 'ready' | 'unready' | 'refused'

/** A proxy that listens. */
export interface SmallProxy {
  readonly address: string
  /** What became of the instance at this port, in order. */
  found(port: number): readonly Found[]
  close(): Promise<void>
}

/** Starts the proxy before the instances at `ports`, none of which need be there yet. */
export async function smallProxy(ports: readonly number[]): Promise<SmallProxy> {
  const agents = new Map(ports.map((port) => [port, new Agent({ keepAlive: true })]))
  const histories = new Map<number, Found[]>(ports.map((port) => [port, []]))
  const isIn = (port: number): boolean => histories.get(port)?.at(-1) === 'ready'
  const note = (port: number, found: Found): void => {
    const history = histories.get(port) ?? []
    if (history.at(-1) !== found) history.push(found)
  }
  const look = async (port: number): Promise<void> => {
    const status = await fetch(`http://localhost:${port}/readyz`).then(
      (answer) => answer.text().then(() => answer.status),
      () => 0,
    )
    note(port, status === 200 ? 'ready' : status === 0 ? 'refused' : 'unready')
  }
  let isClosed = false
  // One question at a time: what is answered late must not be taken for news.
  const asking = ports.map(async (port) => {
    while (!isClosed) {
      await look(port)
      await wait(ASK_EVERY_MS)
    }
  })
  let turn = 0
  const forward = (asked: IncomingMessage, body: Buffer, answer: ServerResponse): void => {
    const inside = ports.filter(isIn)
    turn += 1
    const port = inside[turn % inside.length]
    if (port === undefined) return void answer.writeHead(502).end('no instance is in')
    let isSent = false
    const { method, url: path, headers } = asked
    const sent = request({ port, agent: agents.get(port), method, path, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    sent.on('socket', (socket) => {
      if (sent.reusedSocket) isSent = true
      else socket.once('connect', () => (isSent = true))
    })
    sent.on('error', (error) => {
      if (isSent || answer.headersSent) return void answer.writeHead(502).end(`cut off: ${error.message}`)
      note(port, 'refused')
      forward(asked, body, answer)
    })
    sent.end(body)
  }
  const server = createServer(async (asked, answer) => {
    const parts: Buffer[] = []
    for await (const part of asked) parts.push(part)
    forward(asked, Buffer.concat(parts), answer)
  })
  await once(server.listen(0), 'listening')
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    found: (port) => histories.get(port) ?? [],
    close: async () => {
      isClosed = true
      await Promise.all(asking)
      server.closeAllConnections()
      for (const agent of agents.values()) agent.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
