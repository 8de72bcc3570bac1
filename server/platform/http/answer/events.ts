// Server-sent events: one open answer per watcher, fed from the live channel, ended by the client, by time or by the stop.
import type { FastifyReply } from 'fastify'
import type { Platform } from '../../platform.ts'
import type { ServerEvent } from '../request.ts'
import type { EventsWanted } from './reply.ts'

const HEARTBEAT_MS = 15_000
const RETRY_MS = 2000
/** Bytes that may wait for a slow reader before it is let go; it comes back by itself. */
const WAITING_BYTES_MAX = 64 * 1024

/** The streams that are open, so that a stop can end them. */
export interface OpenStreams {
  readonly size: number
  add(end: () => void): void
  delete(end: () => void): void
  endAll(): void
}

/** A set of open streams. */
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

/** Answers with the events of a channel. The watch begins before `first` is asked, so nothing falls between. */
export async function sendEvents(
  reply: FastifyReply,
  wanted: EventsWanted,
  { platform, streams }: { readonly platform: Platform; readonly streams: OpenStreams },
): Promise<void> {
  const waiting: ServerEvent[] = []
  let write: (event: ServerEvent) => void = (event) => void waiting.push(event)
  const stop = platform.live.watch(wanted.channel, (event) => write(event))
  let first: readonly ServerEvent[]
  try {
    first = await wanted.first()
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
  const life = setTimeout(end, wanted.seconds * 1000)
  const send = (text: string): void => {
    raw.write(text)
    if (raw.writableLength > WAITING_BYTES_MAX) {
      end()
      raw.destroy()
    }
  }
  streams.add(end)
  raw.on('close', end)
  write = (event) => send(lineOf(event))
  send(`retry: ${RETRY_MS}\n\n`)
  for (const event of [...first, ...waiting]) write(event)
  if (reply.request.method === 'HEAD') end()
}
