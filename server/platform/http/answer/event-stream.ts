// Server-sent events: one open answer per client, fed from the live channel. The client, a time limit or the graceful stop ends it.
import type { FastifyReply } from 'fastify'
import type { ServerEvent } from '../../live/live.ts'
import type { Platform } from '../../platform.ts'
import type { EventStream } from './reply.ts'

const HEARTBEAT_MS = 15_000
const RETRY_MS = 2000
/** Bytes that may be buffered for a slow client. Beyond that the connection is closed and the client reconnects. */
const BUFFERED_BYTES_MAX = 64 * 1024

/** The open streams, so that a stop can end them. */
export interface OpenStreams {
  readonly size: number
  add(end: () => void): void
  delete(end: () => void): void
  endAll(): void
}

/** Creates an empty set of open streams. */
export function openStreams(): OpenStreams {
  const ends = new Set<() => void>()
  return {
    get size() {
      return ends.size
    },
    add: (end) => void ends.add(end),
    delete: (end) => void ends.delete(end),
    endAll: () => {
      for (const end of [...ends]) end()
    },
  }
}

function lineOf({ event, data }: ServerEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Answers with the events of a channel. The subscription starts before `first` is read, so that no event is missed. */
export async function sendEvents(
  reply: FastifyReply,
  stream: EventStream,
  { platform, streams }: { readonly platform: Platform; readonly streams: OpenStreams },
): Promise<void> {
  const pending: ServerEvent[] = []
  let write: (event: ServerEvent) => void = (event) => void pending.push(event)
  const stop = platform.live.watch(stream.channel, (event) => write(event))
  let first: readonly ServerEvent[]
  try {
    first = await stream.first()
  } catch (error) {
    stop()
    throw error
  }
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    connection: 'close',
    'x-accel-buffering': 'no',
  })
  const heartbeat = setInterval(() => send(': \n\n'), HEARTBEAT_MS)
  const end = (): void => {
    stop()
    clearInterval(heartbeat)
    clearTimeout(life)
    streams.delete(end)
    raw.end()
  }
  const life = setTimeout(end, stream.seconds * 1000)
  const send = (text: string): void => {
    raw.write(text)
    if (raw.writableLength > BUFFERED_BYTES_MAX) {
      end()
      raw.destroy()
    }
  }
  streams.add(end)
  raw.on('close', end)
  write = (event) => send(lineOf(event))
  send(`retry: ${RETRY_MS}\n\n`)
  for (const event of [...first, ...pending]) write(event)
  if (reply.request.method === 'HEAD') end()
}
