// The graceful stop: proxies see that the server is not ready, and no request is dropped, not even on keep-alive connections.
import { once } from 'node:events'
import net from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { monotonicMs } from '../clock.ts'
import type { OpenStreams } from './answer/event-stream.ts'

/** A proxy checks readiness at least this often. Without a recent check no proxy needs to be notified. */
const READINESS_WINDOW_MS = 15_000
/** After a readiness check has failed the server keeps working this long, so that the proxy reacts … */
const GRACE_MS = 1000
/** … and it waits at most this long for a readiness check. */
const ANNOUNCE_MAX_MS = 2500
/** Pending connections are accepted for this long. */
const ACCEPT_MS = 1500
/** A keep-alive client that sends a request within this time gets an answer with `connection: close`; then idle connections are closed. */
const IDLE_MS = 1000
/** Requests that are still running then get this long. */
const BUSY_MS = 4000

/** The graceful stop of a server. */
export interface GracefulStop {
  readonly isStopping: boolean
  /** Whether the next answer on each connection closes it. */
  readonly isClosing: boolean
  /** Called at each readiness check. */
  noteReadinessCheck(): void
  /** Stops listening, lets every connection end after its current answer, then closes. Resolves when all connections are closed. */
  stop(): Promise<void>
}

/** Tracks the sockets of `app`. Once the stop has begun, each answer closes its connection. */
export function gracefulStopOf(app: FastifyInstance, streams: OpenStreams): GracefulStop {
  const sockets = new Set<net.Socket>()
  let stopped: Promise<void> | undefined
  let isClosed = false
  app.server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // With `connection: close` a client sends its next request over a new connection, to another instance.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosed) reply.header('connection', 'close')
  })
  const readiness = readinessWatch()
  const stop = async (): Promise<void> => {
    await readiness.announceStop()
    await acceptPending(app.server)
    isClosed = true
    // The close of net.Server only stops listening. That of http.Server would cut keep-alive connections with a request in transit.
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
    get isClosing() {
      return isClosed
    },
    noteReadinessCheck: readiness.noteCheck,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

// A server behind a proxy announces the stop first and keeps answering meanwhile: a request on a connection that is being closed is lost.
function readinessWatch(): { noteCheck(): void; announceStop(): Promise<void> } {
  let lastCheckAtMs = Number.NEGATIVE_INFINITY
  let onCheck: () => void = () => undefined
  return {
    noteCheck: () => {
      lastCheckAtMs = monotonicMs()
      onCheck()
    },
    announceStop: async () => {
      if (monotonicMs() - lastCheckAtMs > READINESS_WINDOW_MS) return
      const { promise, resolve } = Promise.withResolvers<void>()
      onCheck = resolve
      await Promise.race([promise.then(() => wait(GRACE_MS)), wait(ANNOUNCE_MAX_MS, undefined, { ref: false })])
    },
  }
}

// Node accepts one connection per turn of the event loop: on a busy server some wait long, and to stop listening would cut them off.
async function acceptPending(server: net.Server): Promise<void> {
  let hasAccepted = true
  const onConnection = (): void => {
    hasAccepted = true
  }
  server.on('connection', onConnection)
  const lateMs = monotonicMs() + ACCEPT_MS
  while (hasAccepted && monotonicMs() < lateMs) {
    hasAccepted = false
    // Two turns, so that a complete poll for connections lies between them.
    await turn()
    await turn()
  }
  server.off('connection', onConnection)
}

async function allClosed(sockets: ReadonlySet<net.Socket>, withinMs: number): Promise<void> {
  const late = AbortSignal.timeout(withinMs)
  for (let [socket] = sockets; socket && !late.aborted; [socket] = sockets) {
    await once(socket, 'close', { signal: late }).catch(() => undefined)
  }
}
