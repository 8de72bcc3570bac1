// The memory of a server after 100,000 requests, and after 10,000 requests that the client aborted.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchRequest } from '../fixture.ts'
import { sendTimes } from '../load.ts'
import { inMib, openFiles, residentBytes } from '../machine.ts'
import { startBare, startServer, type Target } from '../targets.ts'
import type { Line, Row } from './line.ts'

const REQUESTS = 100_000
const WARM_UP = 2000
const ABORTED = 10_000
const ABORTED_AT_ONCE = 50
/** Time until closed sockets are gone. */
const SETTLE_MS = 1500

interface MemoryUsage {
  readonly bytes: number | undefined
  readonly files: number | undefined
}

/** Sends a request and closes the connection immediately. */
async function abort({ url }: Target, { method, path, headers }: BenchRequest): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, () => socket.destroy())
  await once(socket, 'close')
}

async function abortMany(target: Target, request: BenchRequest): Promise<void> {
  let remaining = ABORTED
  const one = async (): Promise<void> => {
    while (remaining > 0) {
      remaining -= 1
      await abort(target, request)
    }
  }
  await Promise.all(Array.from({ length: ABORTED_AT_ONCE }, one))
}

async function usageOf({ pid }: Target): Promise<MemoryUsage> {
  await wait(SETTLE_MS)
  return { bytes: residentBytes(pid), files: openFiles(pid) }
}

async function usageUnderLoad(target: Target, request: BenchRequest): Promise<readonly MemoryUsage[]> {
  try {
    await sendTimes(target, [request], WARM_UP)
    const usages = [await usageOf(target)]
    await sendTimes(target, [request], REQUESTS)
    usages.push(await usageOf(target))
    await abortMany(target, request)
    usages.push(await usageOf(target))
    return usages
  } finally {
    await target.stop()
  }
}

export const memoryLine: Line = {
  name: 'memory',
  run: async ({ setup, script, fixture }) => {
    const ours = await usageUnderLoad(await startServer(setup, []), fixture.session)
    const bare = await usageUnderLoad(await startBare(setup, script), fixture.session)
    const names = ['memory at the start', 'memory after 100,000 requests', 'memory after 10,000 aborted']
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
