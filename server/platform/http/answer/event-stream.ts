// Server-sent events: one open answer per client, fed from the live channel. The client, a time limit or the graceful stop ends it.
import type { FastifyReply } from 'fastify'
import type { LimitRule } from '../../limits/limits.ts'
import { TooManyRequests } from '../../limits/too-many-requests.ts'
import type { ServerEvent } from '../../live/live.ts'
import type { Platform } from '../../platform.ts'
import { networkOf } from '../../request/network.ts'
import type { EventStream } from './reply.ts'

const HEARTBEAT_MS = 15_000
const RETRY_MS = 2000
/** Bytes that may be buffered for a slow client. Beyond that the connection is closed and the client reconnects. */
const BUFFERED_BYTES_MAX = 64 * 1024

/** The streams of one channel that this process keeps open at a time, and those of one network. The window is the wait to try again. */
const perChannel: LimitRule = { name: 'streams:channel', max: 20, windowSeconds: 15 }
const perNetwork: LimitRule = { name: 'streams:network', max: 200, windowSeconds: 15 }

/** The open streams of this process: counted, and ended by a stop. */
export interface OpenStreams {
  /** Counts a stream before it opens; throws TooManyRequests. Returns the function that counts it off. */
  reserve(stream: { readonly channel: string; readonly ipAddress: string }): () => void
  add(end: () => void): void
  delete(end: () => void): void
  endAll(): void
}

/** Creates an empty set of open streams. */
export function openStreams(): OpenStreams {
  const ends = new Set<() => void>()
  const counts = new Map<string, number>()
  return {
    reserve: ({ channel, ipAddress }) => {
      const places = [
        [perChannel, `channel:${channel}`],
        [perNetwork, `network:${networkOf(ipAddress)}`],
      ] as const
      for (const [rule, key] of places) if ((counts.get(key) ?? 0) >= rule.max) throw new TooManyRequests(rule, rule.windowSeconds)
      for (const [, key] of places) counts.set(key, (counts.get(key) ?? 0) + 1)
      return () => {
        for (const [, key] of places) {
          const left = (counts.get(key) ?? 1) - 1
          if (left > 0) counts.set(key, left)
          else counts.delete(key)
        }
      }
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
  const release = streams.reserve({ channel: stream.channel, ipAddress: reply.request.requestContext.request.ipAddress })
  const pending: ServerEvent[] = []
  let write: (event: ServerEvent) => void = (event) => void pending.push(event)
  const stop = platform.live.watch(stream.channel, (event) => write(event))
  let first: readonly ServerEvent[]
  try {
    first = await stream.first()
  } catch (error) {
    stop()
    release()
    throw error
  }
  reply.hijack()
  const { raw } = reply
  // A client that has left meanwhile closes nothing any more.
  if (raw.destroyed) {
    stop()
    release()
    return
  }
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    connection: 'close',
    'x-accel-buffering': 'no',
  })
  const heartbeat = setInterval(() => send(': \n\n'), HEARTBEAT_MS)
  let hasEnded = false
  const end = (): void => {
    if (hasEnded) return
    hasEnded = true
    stop()
    release()
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
