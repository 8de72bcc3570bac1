// The run: so many requests of a seed, several in flight at once, each judged; what is wrong is told once with a count.
import type { FuzzHouse } from './application.ts'
import { type Fault, faultsOf, HANG_MS, isBusy } from './judge.ts'
import { Known } from './known.ts'
import { type Plan, plansOf } from './plans.ts'
import { asCurl, type Came, connectionsTo, type Sent } from './wire.ts'

/** Requests in flight at once. */
export const WIDTH = 8
const SHOWN_MAX = 40
const TURNS_MAX = 500
const ANSWER_SHOWN = 700

/** How much and from where. */
export interface Running {
  readonly seed: number
  readonly requests: number
}

/** What a run came to. */
export interface Told {
  /** One text for each distinct fault: what, how often, the first request as a command, its answer. */
  readonly faults: readonly string[]
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** How often each operation succeeded; all operations are there. */
  readonly successes: ReadonlyMap<string, number>
  /** 503 of the hash queue: with Retry-After, as it is stated. */
  readonly busy: number
  readonly slowestMs: number
  readonly seconds: number
  /** Memory of the server before, and after each quarter, in MB. */
  readonly memoryMb: readonly (number | undefined)[]
}

interface Found {
  readonly fault: Fault
  readonly plan: Plan
  readonly sent: Sent
  readonly came: Came
  count: number
}

/** The request that a plan stands for just now. */
export function filled(plan: Plan, house: Pick<FuzzHouse, 'pools' | 'headersOf'>): Sent {
  const text = (value: Known | string) => (value instanceof Known ? house.pools.pick(value) : value)
  const path = plan.operation.path.replace(/\{(\w+)\}/g, (_, name: string) => text(plan.path[name] ?? ''))
  const query = plan.query.map(([name, value]) => `${name}=${text(value)}`).join('&')
  const headers = { ...house.headersOf(plan.caller, plan.callerAt), ...plan.headers }
  const body = plan.body && ('text' in plan.body ? plan.body.text : JSON.stringify(house.pools.fill(plan.body.json)))
  return { method: plan.method, target: query ? `${path}?${query}` : path, headers, body }
}

/** Sends the requests of a seed and judges every answer. */
export async function fuzz(house: FuzzHouse, { seed, requests }: Running): Promise<Told> {
  const plans = plansOf(house.book, seed)
  const connections = connectionsTo(house.address, WIDTH)
  const found = new Map<string, Found>()
  const statuses = new Map<number, number>()
  const successes = new Map(house.book.operations.map(({ name }) => [name, 0]))
  const told = { busy: 0, slowestMs: 0 }
  const memoryMb = [house.memoryMb()]
  const began = performance.now()
  let next = 0
  const one = async (index: number): Promise<void> => {
    const plan = plans(index)
    const sent = filled(plan, house)
    const heldUp = house.heldUpMs()
    const answer = await connections.send(sent)
    // What other processes took from the server is not its own slowness; looked at only where it may decide.
    const came = answer.ms > HANG_MS ? { ...answer, ms: answer.ms - (house.heldUpMs() - heldUp) } : answer
    const { name, path } = plan.operation
    if (came.status !== undefined) statuses.set(came.status, (statuses.get(came.status) ?? 0) + 1)
    if (came.status !== undefined && came.status < 400) successes.set(name, (successes.get(name) ?? 0) + 1)
    if (isBusy(plan.operation, came)) told.busy += 1
    told.slowestMs = Math.max(told.slowestMs, came.ms)
    for (const fault of faultsOf(plan, sent, came, house)) {
      const known = found.get(fault.key)
      if (known) known.count += 1
      else found.set(fault.key, { fault, plan, sent, came, count: 1 })
    }
    if (isHarvested(plan, came)) house.pools.harvest(path, JSON.parse(came.text))
  }
  const lane = async (): Promise<void> => {
    while (next < requests && house.isAlive()) {
      const index = next++
      if (index > 0 && index % Math.ceil(requests / 4) === 0) memoryMb.push(house.memoryMb())
      await one(index)
    }
  }
  // Chance may leave an operation without a success, and what one request changes may keep another from it for good: each gets turns
  // of its own, before anything was changed.
  const { operations } = house.book
  const first = Math.ceil(requests / operations.length) * operations.length
  for (const [at, { name }] of operations.entries())
    for (let turn = 0; turn < TURNS_MAX && successes.get(name) === 0 && house.isAlive(); turn += 1)
      await one(first + turn * operations.length + at)
  await Promise.all(Array.from({ length: WIDTH }, lane))
  connections.close()
  memoryMb.push(house.memoryMb())
  const seconds = (performance.now() - began) / 1000
  const faults = [...found.values()].sort((a, b) => b.count - a.count).slice(0, SHOWN_MAX)
  return { faults: faults.map((each) => shown(each, house.address)), statuses, successes, ...told, seconds, memoryMb }
}

const OWN = /^(token|cookie|bearer|cookie without origin|wanderer|nobody)$/

/** What they make is there for the run. */
const MAKERS = /^(service (.*)\/add-member|administrator (.*)\/create-user)$/

// What others may see is not ours to use.
function isHarvested({ caller, method, operation }: Plan, { status = 0, text, headers }: Came): boolean {
  const isOurs = OWN.test(caller) || MAKERS.test(`${caller} ${operation.path}`)
  return isOurs && method !== 'HEAD' && status < 300 && text !== '' && headers['content-type'] === 'application/json'
}

function shown({ fault, plan, sent, came, count }: Found, address: string): string {
  const answer = came.text.length > ANSWER_SHOWN ? `${came.text.slice(0, ANSWER_SHOWN)}…` : came.text
  return [
    `${plan.operation.name}: ${fault.sentence} (${count} times; first by request ${plan.index}, asked by "${plan.caller}")`,
    `  ${asCurl(address, sent)}`,
    `  → ${came.status ?? 'nothing'} ${came.headers['content-type'] ?? ''} after ${Math.round(came.ms)} ms: ${answer}`,
  ].join('\n')
}
