// Files that this process sends itself: how many at a time, and how long a client may stop reading one.
import { finished, pipeline, type Readable, Transform } from 'node:stream'
import type { LimitRule } from '../limits/limits.ts'
import { TooManyRequests } from '../limits/too-many-requests.ts'
import { networkOf } from '../request/network.ts'

/** The files that one reader, one network and all clients together have open at a time. The window is the wait to try again. */
export interface ContentPlaces {
  readonly reader: LimitRule
  readonly network: LimitRule
  readonly process: LimitRule
}

/** The places of files that are downloaded. */
export const downloadPlaces: ContentPlaces = {
  reader: { name: 'files:reader', max: 8, windowSeconds: 15 },
  network: { name: 'files:network', max: 40, windowSeconds: 15 },
  process: { name: 'files:process', max: 400, windowSeconds: 15 },
}
/** Those of pictures, which anybody reads: one page may show a hundred at once. The reader is an address. */
export const picturePlaces: ContentPlaces = {
  reader: { name: 'pictures:reader', max: 100, windowSeconds: 15 },
  network: { name: 'pictures:network', max: 200, windowSeconds: 15 },
  process: { name: 'pictures:process', max: 1000, windowSeconds: 15 },
}
/** Milliseconds without a piece that the client takes; then the connection is cut. */
const STALL_MS = 60_000

/** A client that reads a file: who reads it, such as a customer's id, and from where. */
export interface ContentReader {
  readonly reader: string
  readonly ipAddress: string
}

/** The files that are sent just now. */
export interface OpenContents {
  /** Counts a file before it is opened; throws TooManyRequests. Returns the function that counts it off, which may be called again. */
  reserve(by: ContentReader): () => void
  /** The content as it is sent: `release` is called when it has ended, was cut, or the client has stopped reading it. */
  watch(content: Readable, release: () => void): Readable
  /** Both around `read`, which opens the file: its result with the content as it is sent. A file that is not opened takes no place. */
  open<Opened extends { readonly content: Readable }>(by: ContentReader, read: () => Promise<Opened>): Promise<Opened>
}

/** Creates an empty set of open contents: what is open in it takes no place of another set. `stallMs` is for tests. */
export function openContents(limits: ContentPlaces, stallMs: number = STALL_MS): OpenContents {
  const counts = new Map<string, number>()
  const contents: OpenContents = {
    reserve: ({ reader, ipAddress }) => {
      const places = [
        [limits.reader, `reader:${reader}`],
        [limits.network, `network:${networkOf(ipAddress)}`],
        [limits.process, 'process'],
      ] as const
      for (const [rule, key] of places) if ((counts.get(key) ?? 0) >= rule.max) throw new TooManyRequests(rule, rule.windowSeconds)
      for (const [, key] of places) counts.set(key, (counts.get(key) ?? 0) + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        for (const [, key] of places) {
          const left = (counts.get(key) ?? 1) - 1
          if (left > 0) counts.set(key, left)
          else counts.delete(key)
        }
      }
    },
    watch: (content, release) => {
      const watched = new Transform({
        transform: (piece, _encoding, done) => {
          timer.refresh()
          done(null, piece)
        },
      })
      const timer = setTimeout(() => watched.destroy(new Error('The client has stopped reading the file.')), stallMs)
      // An error reaches the client as a cut connection, by the end of `watched`; the last pieces may wait there after the file is read.
      pipeline(content, watched, () => undefined)
      finished(watched, () => {
        clearTimeout(timer)
        release()
      })
      return watched
    },
    open: async (by, read) => {
      const release = contents.reserve(by)
      try {
        const opened = await read()
        return { ...opened, content: contents.watch(opened.content, release) }
      } catch (error) {
        release()
        throw error
      }
    },
  }
  return contents
}
