// What a server holds after 100,000 requests, and after 10,000 whose clients went away before the answer.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Asked } from '../fixture.ts'
import { askTimes } from '../load.ts'
import { inMib, openFiles, residentBytes } from '../machine.ts'
import { startBare, startOurs, type Target } from '../targets.ts'
import type { Line, Row } from './line.ts'

const REQUESTS = 100_000
const WARM_UP = 2000
const ABORTED = 10_000
const ABORTED_AT_ONCE = 50
/** Time for sockets that were let go to be gone. */
const SETTLE_MS = 1500

interface Held {
  readonly bytes: number | undefined
  readonly files: number | undefined
}

/** Sends a request and goes away as soon as it is on its way. */
async function abort({ address }: Target, { method, path, headers }: Asked): Promise<void> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, () => socket.destroy())
  await once(socket, 'close')
}

async function abortMany(target: Target, asked: Asked): Promise<void> {
  let left = ABORTED
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await abort(target, asked)
    }
  }
  await Promise.all(Array.from({ length: ABORTED_AT_ONCE }, one))
}

async function held({ pid }: Target): Promise<Held> {
  await wait(SETTLE_MS)
  return { bytes: residentBytes(pid), files: openFiles(pid) }
}

async function heldBy(target: Target, asked: Asked): Promise<readonly Held[]> {
  try {
    await askTimes(target, [asked], WARM_UP)
    const seen = [await held(target)]
    await askTimes(target, [asked], REQUESTS)
    seen.push(await held(target))
    await abortMany(target, asked)
    seen.push(await held(target))
    return seen
  } finally {
    await target.stop()
  }
}

export const memoryLine: Line = {
  name: 'memory',
  run: async ({ ground, script, fixture }) => {
    const ours = await heldBy(await startOurs(ground, []), fixture.session)
    const bare = await heldBy(await startBare(ground, script), fixture.session)
    const names = ['memory at the begin', 'memory after 100,000 requests', 'memory after 10,000 aborted']
    return names.map((line, at): Row => {
      const [one, other] = [ours[at], bare[at]]
      const ratio = one?.bytes && other?.bytes ? (one.bytes / other.bytes).toFixed(2) : ''
      return {
        line,
        ours: inMib(one?.bytes),
        bare: inMib(other?.bytes),
        ratio,
        cpu: '',
        times: '',
        limit: `files open ${one?.files}; ${other?.files}`,
      }
    })
  },
}
