// The run: sends the requests of a seed concurrently, checks every answer, and reports each distinct fault once with a count.

import { type Fault, faultsOf, isBusy, type WorkedAnswer } from './answer-check.ts'
import type { FuzzApplication } from './application.ts'
import { type Plan, plansOf } from './plans.ts'
import { Placeholder } from './pools.ts'
import { asCurl, connectionsTo, type ReceivedAnswer, type SentRequest } from './wire.ts'

/** Requests in flight at once. */
export const CONCURRENCY = 8
const SHOWN_MAX = 40
/** Turns of an operation in a round, and rounds in all: an operation may need what another one creates. */
const ROUND_TURNS = 250
const ROUNDS_MAX = 12
const ANSWER_SHOWN = 700

/** The seed of a run, and its number of requests. */
export interface FuzzOptions {
  readonly seed: number
  readonly requests: number
  /** Operations that need not succeed. */
  readonly isRare: (name: string) => boolean
}

/** The result of a run. */
export interface FuzzReport {
  /** One text for each distinct fault: its sentence, its count, the first request as a command, and its answer. */
  readonly faults: readonly string[]
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** The number of successes of every operation. */
  readonly successes: ReadonlyMap<string, number>
  /** The number of 503 answers of the full hashing queue. */
  readonly busy: number
  readonly slowestMs: number
  readonly seconds: number
  /** Memory of the server in MB: before the run, and after each quarter. */
  readonly memoryMb: readonly (number | undefined)[]
}

interface FoundFault {
  readonly fault: Fault
  readonly plan: Plan
  readonly sent: SentRequest
  readonly received: WorkedAnswer
  count: number
}

/** Builds the request of a plan from the current pools. */
export function requestOf(plan: Plan, app: Pick<FuzzApplication, 'pools' | 'headersOf'>): SentRequest {
  const text = (value: Placeholder | string) => (value instanceof Placeholder ? app.pools.pick(value) : value)
  const path = plan.operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = plan.path[name] ?? ''
    return value instanceof Placeholder ? encodeURIComponent(app.pools.pick(value).toWellFormed()) : value
  })
  const query = plan.query.map(([name, value]) => `${name}=${text(value)}`).join('&')
  const headers = { ...app.headersOf(plan.caller, plan.callerAt), ...plan.headers }
  const body = plan.body && ('text' in plan.body ? plan.body.text : JSON.stringify(app.pools.fill(plan.body.json)))
  return { method: plan.method, target: query ? `${path}?${query}` : path, headers, body }
}

/** Sends the requests of a seed and checks every answer. */
export async function fuzz(app: FuzzApplication, { seed, requests, isRare }: FuzzOptions): Promise<FuzzReport> {
  const plans = plansOf(app.document, seed)
  const connections = connectionsTo(app.baseUrl, CONCURRENCY)
  const found = new Map<string, FoundFault>()
  const statuses = new Map<number, number>()
  const successes = new Map(app.document.operations.map(({ name }) => [name, 0]))
  const totals = { busy: 0, slowestMs: 0 }
  const memoryMb = [app.memoryMb()]
  const startedMs = performance.now()
  let next = 0
  const runOne = async (index: number): Promise<void> => {
    const plan = plans(index)
    const sent = requestOf(plan, app)
    const before = app.workedMs()
    const answer = await connections.send(sent)
    const after = app.workedMs()
    const received: WorkedAnswer = { ...answer, workedMs: before === undefined || after === undefined ? 0 : after - before }
    const { name, path } = plan.operation
    if (received.status !== undefined) statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1)
    if (received.status !== undefined && received.status < 400) successes.set(name, (successes.get(name) ?? 0) + 1)
    if (isBusy(plan.operation, received)) totals.busy += 1
    totals.slowestMs = Math.max(totals.slowestMs, received.ms)
    for (const fault of faultsOf(plan, sent, received, app)) {
      const existing = found.get(fault.key)
      if (existing) existing.count += 1
      else found.set(fault.key, { fault, plan, sent, received, count: 1 })
    }
    if (isHarvested(plan, received)) app.pools.harvest(path, JSON.parse(received.text))
  }
  const lane = async (): Promise<void> => {
    while (next < requests && app.isAlive()) {
      const index = next++
      if (index > 0 && index % Math.ceil(requests / 4) === 0) memoryMb.push(app.memoryMb())
      await runOne(index)
    }
  }
  // Randomness may leave an operation without a success, and one request may prevent the success of another: each operation first gets
  // turns of its own, while nothing has changed yet.
  const { operations } = app.document
  const first = Math.ceil(requests / operations.length) * operations.length
  // A deleted object is found by no other operation.
  const ordered = [...operations.entries()].toSorted(([, a], [, b]) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  for (let round = 0; round < ROUNDS_MAX; round += 1)
    for (const [at, { name }] of ordered.filter(([, each]) => round === 0 || !isRare(each.name)))
      for (let turn = 0; turn < ROUND_TURNS && successes.get(name) === 0 && app.isAlive(); turn += 1)
        await runOne(first + (round * ROUND_TURNS + turn) * operations.length + at)
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  connections.close()
  memoryMb.push(app.memoryMb())
  const seconds = (performance.now() - startedMs) / 1000
  const faults = [...found.values()].sort((a, b) => b.count - a.count).slice(0, SHOWN_MAX)
  return { faults: faults.map((each) => textOf(each, app.baseUrl)), statuses, successes, ...totals, seconds, memoryMb }
}

const OWN = /^(token|cookie|bearer|cookie without origin|expendable user|anonymous)$/

/** Calls whose created objects the run uses. */
const CREATING_CALLS = /^(service (.*)\/add-member|administrator (.*)\/create-user)$/

// Answers to other callers are not harvested: their values are not of our merchant.
function isHarvested({ caller, method, operation }: Plan, { status = 0, text, headers }: ReceivedAnswer): boolean {
  const isOwn = OWN.test(caller) || CREATING_CALLS.test(`${caller} ${operation.path}`)
  return isOwn && method !== 'HEAD' && status < 300 && text !== '' && headers['content-type'] === 'application/json'
}

function textOf({ fault, plan, sent, received, count }: FoundFault, baseUrl: string): string {
  const answer = received.text.length > ANSWER_SHOWN ? `${received.text.slice(0, ANSWER_SHOWN)}…` : received.text
  return [
    `${plan.operation.name}: ${fault.sentence} (${count} times; first in request ${plan.index} by "${plan.caller}")`,
    `  ${asCurl(baseUrl, sent)}`,
    `  → ${received.status ?? 'nothing'} ${received.headers['content-type'] ?? ''} after ${Math.round(received.ms)} ms: ${answer}`,
  ].join('\n')
}
