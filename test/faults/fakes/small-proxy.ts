// A small load balancer: it polls /readyz of each instance, keeps its connections open, and retries a request only if it was
// never sent.
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const POLL_EVERY_MS = 100

/** A state of an instance. */
export type InstanceState = 'ready' | 'unready' | 'refused'

/** A listening proxy. */
export interface SmallProxy {
  readonly baseUrl: string
  /** The states of the instance at this port, one for each change, in order. */
  statesOf(port: number): readonly InstanceState[]
  close(): Promise<void>
}

/** Starts the proxy for the instances at `ports`, which need not run yet. */
export async function smallProxy(ports: readonly number[]): Promise<SmallProxy> {
  const agents = new Map(ports.map((port) => [port, new Agent({ keepAlive: true })]))
  const histories = new Map<number, InstanceState[]>(ports.map((port) => [port, []]))
  const isReady = (port: number): boolean => histories.get(port)?.at(-1) === 'ready'
  const recordState = (port: number, statesOf: InstanceState): void => {
    const history = histories.get(port) ?? []
    if (history.at(-1) !== statesOf) history.push(statesOf)
  }
  const poll = async (port: number): Promise<void> => {
    const status = await fetch(`http://localhost:${port}/readyz`).then(
      (response) => response.text().then(() => response.status),
      () => 0,
    )
    recordState(port, status === 200 ? 'ready' : status === 0 ? 'refused' : 'unready')
  }
  let isClosed = false
  // One poll at a time, so that a late answer does not overwrite a newer state.
  const polling = ports.map(async (port) => {
    while (!isClosed) {
      await poll(port)
      await wait(POLL_EVERY_MS)
    }
  })
  let turn = 0
  const forward = (incoming: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const ready = ports.filter(isReady)
    turn += 1
    const port = ready[turn % ready.length]
    if (port === undefined) return void response.writeHead(502).end('no instance is ready')
    let isSent = false
    const { method, url: path, headers } = incoming
    const outgoing = request({ port, agent: agents.get(port), method, path, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    })
    outgoing.on('socket', (socket) => {
      if (outgoing.reusedSocket) isSent = true
      else socket.once('connect', () => (isSent = true))
    })
    outgoing.on('error', (error) => {
      if (isSent || response.headersSent) return void response.writeHead(502).end(`cut off: ${error.message}`)
      recordState(port, 'refused')
      forward(incoming, body, response)
    })
    outgoing.end(body)
  }
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    forward(incoming, Buffer.concat(parts), response)
  })
  await once(server.listen(0), 'listening')
  return {
    baseUrl: `http://localhost:${(server.address() as AddressInfo).port}`,
    statesOf: (port) => histories.get(port) ?? [],
    close: async () => {
      isClosed = true
      await Promise.all(polling)
      server.closeAllConnections()
      for (const agent of agents.values()) agent.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
