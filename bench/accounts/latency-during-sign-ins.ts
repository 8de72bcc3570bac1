// The latency of get-session while 100 users sign in at once with the real hash.
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '#platform/clock.ts'
import type { Row } from '../lines/line.ts'
import { median } from '../lines/line.ts'
import { answerOf, sendRequest } from '../load.ts'
import type { Target } from '../targets.ts'
import { type BenchUser, sessionRequests, signInRequest } from './users.ts'

const AT_ONCE = 100
/** Concurrent clients and their pause after each answer: some hundreds of requests per second. */
const CLIENTS = 8
const PAUSE_MS = 15

/** The latencies in milliseconds until `isOver`. */
async function timesUntil(target: Target, users: readonly BenchUser[], isOver: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const requests = sessionRequests(
    users.map(({ session }) => session),
    'database',
  )
  const timesMs: number[] = []
  const one = async (): Promise<void> => {
    while (!isOver()) {
      const next = requests[timesMs.length % requests.length]
      const startMs = monotonicMs()
      if (next) await sendRequest(agent, target, next)
      timesMs.push(monotonicMs() - startMs)
      await wait(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, one))
  agent.destroy()
  return timesMs
}

/** The number of accepted sign-ins of 100 at once; the others are answered 503. */
async function signInTogether(target: Target, users: readonly BenchUser[], agent: Agent): Promise<number> {
  const answers = await Promise.all(
    users.slice(0, AT_ONCE).map(async (user) => (await answerOf(agent, target, signInRequest(user))).status),
  )
  const odd = answers.find((status) => status !== 200 && status !== 503)
  if (odd) throw new Error(`${target.name}: a sign-in was answered ${odd}.`)
  return answers.filter((status) => status === 200).length
}

const p99 = (timesMs: readonly number[]) => timesMs.toSorted((a, b) => a - b)[Math.floor(timesMs.length * 0.99)] ?? 0

/** The row: p99 during 100 sign-ins, and for the same time without them, in turn. */
export async function latencyDuringSignIns(target: Target, users: readonly BenchUser[], rounds: number): Promise<Row> {
  const busy: number[] = []
  const quiet: number[] = []
  const tookMs: number[] = []
  const accepted: number[] = []
  // The connections are opened before: opening a hundred would delay the get-session requests.
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  await signInTogether(target, users, agent)
  for (let round = 0; round < rounds; round += 1) {
    const startMs = monotonicMs()
    let isDone = false
    const signIns = signInTogether(target, users, agent).finally(() => {
      isDone = true
    })
    busy.push(p99(await timesUntil(target, users, () => isDone)))
    accepted.push(await signIns)
    tookMs.push(monotonicMs() - startMs)
    const untilMs = monotonicMs() + (tookMs.at(-1) ?? 0)
    quiet.push(p99(await timesUntil(target, users, () => monotonicMs() > untilMs)))
  }
  agent.destroy()
  const ratio = median(busy.map((ms, at) => ms / (quiet[at] ?? ms))).toFixed(2)
  const limit = `${median(accepted)} of 100 sign-ins accepted, the others answered 503; duration ${median(tookMs).toFixed(0)} ms`
  const line = 'get-session, p99 during 100 sign-ins; without'
  return { line, ours: `${median(busy).toFixed(1)} ms`, bare: `${median(quiet).toFixed(1)} ms`, ratio, cpu: '', times: '', limit }
}
