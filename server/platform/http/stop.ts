// The graceful stop: proxies are told first, and nothing that was asked is dropped, not even on connections that are kept alive.
import { once } from 'node:events'
import net from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { monotonicMs } from '../clock.ts'
import type { OpenStreams } from './answer/events.ts'

/** A proxy asks at least this often whether we are ready; where nobody has, nobody needs to be told. */
const WATCHED_MS = 15_000
/** A watched server goes on as before until it has said that it is not ready, and this much longer, so that it is believed … */
const BELIEVED_MS = 1000
/** … and at most this long. */
const TOLD_MS = 2500
/** Whoever is connected already and was not let in yet is let in for this long. */
const WAITING_MS = 1500
/** A kept-alive client that asks within this time is answered and told to leave; after it, idle connections are closed. */
const IDLE_MS = 1000
/** A request that is still being worked then gets this long. */
const BUSY_MS = 4000

/** Knows the server's sockets and how to let go of them. */
export interface Stopping {
  readonly isStopping: boolean
  /** Whether clients are told to leave with their next answer. */
  readonly isLeaving: boolean
  /** To be told each time somebody asks whether the server is ready. */
  askedWhetherReady(): void
  /** Stops listening, lets every connection end after its present answer, then closes. Resolves when nothing is left. */
  stop(): Promise<void>
}

/** Watches the sockets of `app`, tells clients to leave once the stop has begun, and stops. */
export function stoppingOf(app: FastifyInstance, streams: OpenStreams): Stopping {
  const sockets = new Set<net.Socket>()
  let stopped: Promise<void> | undefined
  let isClosed = false
  app.server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Told with each last answer, so that a client sends its next request over a new connection, to another instance.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosed) reply.header('connection', 'close')
  })
  const watch = watchOf()
  const stop = async (): Promise<void> => {
    await watch.told()
    await letWaitingIn(app.server)
    isClosed = true
    // The plain server's close only stops listening: the HTTP one's would cut kept-alive connections under a request on its way.
    if (app.server.listening) net.Server.prototype.close.call(app.server)
    streams.endAll()
    await allClosed(sockets, IDLE_MS)
    app.server.closeIdleConnections()
    await allClosed(sockets, BUSY_MS)
    for (const socket of sockets) socket.destroy()
    await app.close()
  }
  return {
    get isStopping() {
      return stopped !== undefined
    },
    get isLeaving() {
      return isClosed
    },
    askedWhetherReady: watch.asked,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

// Who is watched tells first and goes on answering everything meanwhile: what is sent on a connection that is just being closed is lost.
function watchOf(): { asked(): void; told(): Promise<void> } {
  let askedAtMs = Number.NEGATIVE_INFINITY
  let hear: () => void = () => undefined
  return {
    asked: () => {
      askedAtMs = monotonicMs()
      hear()
    },
    told: async () => {
      if (monotonicMs() - askedAtMs > WATCHED_MS) return
      const { promise, resolve } = Promise.withResolvers<void>()
      hear = resolve
      await Promise.race([promise.then(() => wait(BELIEVED_MS)), wait(TOLD_MS, undefined, { ref: false })])
    },
  }
}

// One connection is let in for each turn of the event loop: on a busy server some wait long, and to stop listening would cut them off.
async function letWaitingIn(server: net.Server): Promise<void> {
  let hasCome = true
  const come = (): void => {
    hasCome = true
  }
  server.on('connection', come)
  const lateMs = monotonicMs() + WAITING_MS
  while (hasCome && monotonicMs() < lateMs) {
    hasCome = false
    // Two, so that a whole look at the connections lies between them.
    await turn()
    await turn()
  }
  server.off('connection', come)
}

async function allClosed(sockets: ReadonlySet<net.Socket>, withinMs: number): Promise<void> {
  const late = AbortSignal.timeout(withinMs)
  for (let [socket] = sockets; socket && !late.aborted; [socket] = sockets) {
    await once(socket, 'close', { signal: late }).catch(() => undefined)
  }
}
