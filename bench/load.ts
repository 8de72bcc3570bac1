// Generates load: autocannon for repeated single requests, and a loop over keep-alive connections for flows of several steps.
import { Agent, request as httpRequest } from 'node:http'
import autocannon, { type Options, type Result } from 'autocannon'
import { monotonicMs } from '#platform/clock.ts'
import type { BenchRequest } from './fixture.ts'
import { type Cores, coreTimes, cpuMsOf } from './machine.ts'
import type { Target } from './targets.ts'

/** Concurrent connections. */
export const CONNECTIONS = 16

/** The result of one round of one target. */
export interface Round {
  readonly perSecond: number
  /** Processor time of the server per request, in microseconds; undefined where the system does not report it. */
  readonly cpuMicros: number | undefined
  /** Latency in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Utilization, 0 to 1, of the server process and of the load's core. */
  readonly serverBusy: number
  readonly loadBusy: number
}

/** The number of answers, the duration, and the latency of each, in milliseconds. */
interface LoadResult {
  readonly count: number
  readonly durationMs: number
  readonly timesMs: readonly number[]
}

/** Repeats a few requests for `seconds`. Rejects unless every answer is a success. */
export function repeatRequests(target: Target, requests: readonly BenchRequest[], seconds: number): Promise<LoadResult> {
  return runAutocannon(target, { duration: seconds, requests: requests })
}

/** Sends many requests for `seconds`, split among the connections, so that no two connections send the same request. */
export function sendShared(target: Target, requests: readonly BenchRequest[], seconds: number): Promise<LoadResult> {
  let client = 0
  return runAutocannon(target, {
    duration: seconds,
    requests: requests.slice(0, 1),
    setupClient: (connection) => {
      connection.setRequests(requests.filter((_, at) => at % CONNECTIONS === client).map((each) => ({ ...each })))
      client += 1
    },
  })
}

/** Sends for `seconds` a new request from `next` each time. */
export function sendFresh(target: Target, next: () => BenchRequest, seconds: number): Promise<LoadResult> {
  return runAutocannon(target, { duration: seconds, requests: [{ ...next(), setupRequest: (request) => ({ ...request, ...next() }) }] })
}

/** Repeats a few requests, `amount` in all. */
export function sendTimes(target: Target, requests: readonly BenchRequest[], amount: number): Promise<LoadResult> {
  return runAutocannon(target, { amount, requests })
}

async function runAutocannon(target: Target, options: Omit<Options, 'url' | 'connections'>): Promise<LoadResult> {
  const timesMs: number[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const allOptions = { url: target.url, connections: CONNECTIONS, ...options }
  const run = autocannon(allOptions, (error, result) => (error ? reject(error) : resolve(result)))
  run.on('response', (_client, _status, _bytes, timeMs: number) => void timesMs.push(timeMs))
  const result = await promise
  const bad = result.non2xx + result.errors + result.timeouts
  if (bad) {
    const statuses = JSON.stringify(result.statusCodeStats)
    throw new Error(`${target.name}: ${bad} of ${result['2xx'] + bad} requests failed: ${statuses}`)
  }
  return { count: result['2xx'], durationMs: result.duration * 1000, timesMs }
}

/** Repeats a flow on each connection for `seconds`. */
export async function repeatFlow(flow: (agent: Agent) => Promise<void>, seconds: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const timesMs: number[] = []
  const startMs = monotonicMs()
  const one = async (): Promise<void> => {
    while (monotonicMs() - startMs < seconds * 1000) {
      const startedMs = monotonicMs()
      await flow(agent)
      timesMs.push(monotonicMs() - startedMs)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  const durationMs = monotonicMs() - startMs
  agent.destroy()
  return { count: timesMs.length, durationMs, timesMs }
}

/** Sends one request over a keep-alive connection and returns the text of the answer. Rejects unless it is a success. */
export async function sendRequest(agent: Agent, target: Target, requests: BenchRequest): Promise<string> {
  const { status, text } = await answerOf(agent, target, requests)
  if (status < 300) return text
  throw new Error(`${target.name}: ${requests.method} ${requests.path} was answered ${status}: ${text}`)
}

/** Sends one request over a keep-alive connection and returns the answer. */
export function answerOf(
  agent: Agent,
  { url }: Target,
  requests: BenchRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly status: number; readonly text: string }>()
  const body = requests.body === undefined ? undefined : Buffer.from(requests.body)
  const headers = { ...requests.headers, ...(body ? { 'content-length': String(body.length) } : {}) }
  const request = httpRequest(`${url}${requests.path}`, { agent, method: requests.method, headers }, (response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => void parts.push(part))
    response.on('error', reject)
    response.on('end', () => resolve({ status: response.statusCode ?? 500, text: Buffer.concat(parts).toString() }))
  })
  request.on('error', reject)
  request.end(body)
  return promise
}

/** Runs `act` against `target` and returns its result with the utilization of the processors. */
export async function measure(target: Target, cores: Cores | undefined, act: () => Promise<LoadResult>): Promise<Round> {
  const before = { cpu: cpuMsOf(target.pid), load: coreTimes(cores?.load ?? '') }
  const { count, durationMs, timesMs } = await act()
  const after = { cpu: cpuMsOf(target.pid), load: coreTimes(cores?.load ?? '') }
  const sorted = timesMs.toSorted((a, b) => a - b)
  const [loadFrom, loadTo] = [before.load, after.load]
  return {
    perSecond: (count * 1000) / durationMs,
    cpuMicros: before.cpu === undefined || after.cpu === undefined ? undefined : ((after.cpu - before.cpu) * 1000) / count,
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    serverBusy: before.cpu === undefined || after.cpu === undefined ? 0 : (after.cpu - before.cpu) / durationMs,
    loadBusy: loadTo.allMs > loadFrom.allMs ? (loadTo.busyMs - loadFrom.busyMs) / (loadTo.allMs - loadFrom.allMs) : 0,
  }
}
