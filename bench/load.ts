// Makes load: autocannon for one request over and over, a loop of our own over kept connections for flows of several steps.
import { Agent, request as httpRequest } from 'node:http'
import autocannon, { type Options, type Result } from 'autocannon'
import { monotonicMs } from '#platform/clock.ts'
import type { Asked } from './fixture.ts'
import { type Cores, coreTimes, cpuMsOf } from './machine.ts'
import type { Target } from './targets.ts'

/** Connections that are kept busy. */
export const CONNECTIONS = 16

/** What one round of one target came to. */
export interface Round {
  readonly perSecond: number
  /** Microseconds of processor time that the server used for each; undefined where the system does not tell. */
  readonly cpuMicros: number | undefined
  /** Milliseconds until the answer. */
  readonly p50: number
  readonly p99: number
  /** Shares of time, 0 to 1: that in which the server computed, and that in which the load's core was busy. */
  readonly serverBusy: number
  readonly loadBusy: number
}

/** How much was done, in how long, and how long each took, in milliseconds. */
interface Done {
  readonly count: number
  readonly durationMs: number
  readonly timesMs: readonly number[]
}

/** Asks the same few requests for `seconds`. Rejects when one is not answered with success. */
export function askOver(target: Target, asked: readonly Asked[], seconds: number): Promise<Done> {
  return ask(target, { duration: seconds, requests: asked })
}

/** Asks many requests for `seconds`, each connection a part of them, so that no two ask the same at a time. */
export function askShared(target: Target, asked: readonly Asked[], seconds: number): Promise<Done> {
  let client = 0
  return ask(target, {
    duration: seconds,
    requests: asked.slice(0, 1),
    setupClient: (connection) => {
      connection.setRequests(asked.filter((_, at) => at % CONNECTIONS === client).map((each) => ({ ...each })))
      client += 1
    },
  })
}

/** Asks for `seconds` what `next` gives, anew each time. */
export function askFresh(target: Target, next: () => Asked, seconds: number): Promise<Done> {
  return ask(target, { duration: seconds, requests: [{ ...next(), setupRequest: (request) => ({ ...request, ...next() }) }] })
}

/** Asks the same few requests `amount` times in all. */
export function askTimes(target: Target, asked: readonly Asked[], amount: number): Promise<Done> {
  return ask(target, { amount, requests: asked })
}

async function ask(target: Target, what: Omit<Options, 'url' | 'connections'>): Promise<Done> {
  const timesMs: number[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const options = { url: target.address, connections: CONNECTIONS, ...what }
  const going = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
  going.on('response', (_client, _status, _bytes, timeMs: number) => void timesMs.push(timeMs))
  const result = await promise
  const bad = result.non2xx + result.errors + result.timeouts
  if (bad) {
    const told = JSON.stringify(result.statusCodeStats)
    throw new Error(`${target.name}: ${bad} of ${result['2xx'] + bad} requests were not answered well: ${told}`)
  }
  return { count: result['2xx'], durationMs: result.duration * 1000, timesMs }
}

/** Walks a flow on each connection, again and again, for `seconds`. */
export async function walkOver(walk: (agent: Agent) => Promise<void>, seconds: number): Promise<Done> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const timesMs: number[] = []
  const startMs = monotonicMs()
  const one = async (): Promise<void> => {
    while (monotonicMs() - startMs < seconds * 1000) {
      const begunMs = monotonicMs()
      await walk(agent)
      timesMs.push(monotonicMs() - begunMs)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  const durationMs = monotonicMs() - startMs
  agent.destroy()
  return { count: timesMs.length, durationMs, timesMs }
}

/** Makes one request over a kept connection and gives the answer's text. Rejects unless it is a success. */
export async function asking(agent: Agent, target: Target, asked: Asked): Promise<string> {
  const { status, text } = await answerOf(agent, target, asked)
  if (status < 300) return text
  throw new Error(`${target.name}: ${asked.method} ${asked.path} was answered ${status}: ${text}`)
}

/** Makes one request over a kept connection and gives what was answered. */
export function answerOf(agent: Agent, { address }: Target, asked: Asked): Promise<{ readonly status: number; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly status: number; readonly text: string }>()
  const body = asked.body === undefined ? undefined : Buffer.from(asked.body)
  const headers = { ...asked.headers, ...(body ? { 'content-length': String(body.length) } : {}) }
  const request = httpRequest(`${address}${asked.path}`, { agent, method: asked.method, headers }, (response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => void parts.push(part))
    response.on('error', reject)
    response.on('end', () => resolve({ status: response.statusCode ?? 500, text: Buffer.concat(parts).toString() }))
  })
  request.on('error', reject)
  request.end(body)
  return promise
}

/** Runs `act` against `target` and tells what it came to, with what the processors did meanwhile. */
export async function measured(target: Target, cores: Cores | undefined, act: () => Promise<Done>): Promise<Round> {
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
