// Rounds of selling, killing, starting again and comparing. The order of a round is the proof: see `killRounds`.
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Ended, guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { type Chance, chanceOf } from './chance.ts'
import { compare, compareTold } from './compare.ts'
import { type Place, places } from './place.ts'
import { type Sales, salesOf } from './sales.ts'
import { openShop, type Shop } from './shop.ts'

const ROUNDS = 25
/** A slower machine does fewer rounds, but never under these. */
const ROUNDS_LEAST = 10
/** Until when another round may begin: with its end everything is over within 70 seconds, unless the least rounds take longer. */
const BEGIN_WITHIN_MS = 45_000
/** Only what hangs takes so long. */
export const HANGS_MS = 400_000
const READY_WITHIN_MS = 5000
const BUYERS = 6
/** Milliseconds of selling before the kill. */
const SELL_MS = { least: 300, most: 1500 } as const
/** Of those who were cut off, how many come back in the next round; the others come back at the end, or are settled without them. */
const COME_BACK = 0.5
/** Longer than leases, and than it takes until an attempt that nobody asks for any more is given up (two minutes). */
const LONG_SECONDS = 180
/** What is waited for comes within a moment, or on a busy machine within this. */
const WAIT_MS = 60_000

interface Run {
  readonly place: Place
  readonly shop: Shop
  readonly sales: Sales
  readonly chance: Chance
  server: RunningGuildhall
  readonly readyMs: number[]
}

/** Runs the rounds on one of the databases and tells how many, how long, and from which seed. */
export async function killRounds(name: Place['name']): Promise<void> {
  const startMs = performance.now()
  const { FAULT_ROUNDS = String(ROUNDS), FAULT_SEED = String(Math.floor(Math.random() * 2 ** 32)) } = process.env
  const wanted = Number(FAULT_ROUNDS)
  const place = await places[name]()
  const run = await begin(place, chanceOf(Number(FAULT_SEED))).catch((reason) => place.remove().then(() => Promise.reject(reason)))
  let done = 0
  try {
    const mayGoOn = () => done < wanted && (done < Math.min(ROUNDS_LEAST, wanted) || performance.now() - startMs < BEGIN_WITHIN_MS)
    for (; mayGoOn(); done += 1) await round(run, `round ${done + 1} from seed ${FAULT_SEED}`)
    await settle(run, `the end after ${done} rounds from seed ${FAULT_SEED}`)
  } finally {
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
    const slowest = Math.round(Math.max(0, ...run.readyMs))
    const counted = `${run.sales.all.length} sales, ${run.shop.receiver.received.length} deliveries, ready after ${slowest} ms at most`
    console.log(`${name}: ${done} of ${wanted} kill rounds in ${seconds} s (FAULT_SEED=${FAULT_SEED}); ${counted}`)
    await run.server.end('SIGKILL')
    await run.shop.receiver.close()
    await place.remove()
  }
}

async function begin(place: Place, chance: Chance): Promise<Run> {
  const server = await startGuildhall(place.env)
  const shop = await openShop(server.address)
  shop.receiver.answer((response) => moody(response, chance))
  return { place, shop, sales: salesOf(shop, chance), chance, server, readyMs: [] }
}

// Most deliveries are taken, some are refused, some are cut off without an answer.
function moody(response: ServerResponse, chance: Chance): void {
  const mood = chance()
  if (mood < 0.75) response.writeHead(204).end()
  else if (mood < 0.9) response.writeHead(500).end()
  else response.destroy()
}

/** Sell, kill at a random moment, start again, and hold everything against what was acknowledged. */
async function round(run: Run, name: string): Promise<void> {
  const { sales, shop, place, chance } = run
  const cutBefore = sales.all.filter((sale) => !sale.answer && chance() < COME_BACK)
  const selling = Promise.all([sales.sellUntilGone(BUYERS), ...cutBefore.map((sale) => sales.goOn(sale))])
  await wait(SELL_MS.least + chance() * (SELL_MS.most - SELL_MS.least))
  const ended = await run.server.end('SIGKILL')
  await selling
  await startAgain(run, name)
  const [faults, books] = await Promise.all([compare(shop, sales, 'live'), verifyLedger(place)])
  expect([...logFaults(ended), ...sales.faults, ...faults, ...compareTold(shop).faults, ...books], name).toEqual([])
}

async function startAgain(run: Run, name: string): Promise<void> {
  const startMs = performance.now()
  run.server = await startGuildhall(run.place.env)
  await expect.poll(async () => (await fetch(`${run.server.address}/readyz`)).status, { timeout: WAIT_MS, interval: 20 }).toBe(200)
  const tookMs = performance.now() - startMs
  const ownMs = tookMs - waitedForProcessorMs(run.server.pid)
  run.readyMs.push(tookMs)
  expect(ownMs, `${name}: ready again, after ${Math.round(tookMs)} ms by the clock`).toBeLessThan(READY_WITHIN_MS)
}

// How long the process could have worked, and something else of a busy machine had the processor: no start can be held to that.
function waitedForProcessorMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** Nothing is sold any more: whoever was cut off comes back, and all that was in doubt, or on its way, comes to its end. */
async function settle(run: Run, name: string): Promise<void> {
  const { sales, shop, place } = run
  shop.receiver.answer(204)
  await run.server.end('SIGKILL')
  await place.timePasses(LONG_SECONDS)
  await startAgain(run, name)
  const isGone = (sale: { number: number }) => sale.number % 2 === 0
  const cut = sales.all.filter((sale) => !sale.answer)
  // Half of them stay away until what they left behind is settled without them.
  await Promise.all(cut.filter((sale) => !isGone(sale)).map((sale) => sales.goOn(sale)))
  await expect
    .poll(async () => ({ open: await unsettled(shop), untold: await untold(shop) }), { timeout: WAIT_MS, interval: 200 })
    .toEqual({ open: [], untold: [] })
  await Promise.all(cut.filter((sale) => !sale.answer).map((sale) => sales.goOn(sale)))
  await expect.poll(() => unsettled(shop), { timeout: WAIT_MS, interval: 200 }).toEqual([])
  expect(
    sales.all.filter((sale) => !sale.answer),
    `${name}: each request has an answer`,
  ).toEqual([])
  for (const sale of sales.all) await sales.repeat(sale)
  await expect.poll(() => untold(shop), { timeout: WAIT_MS, interval: 200 }).toEqual([])
  const [faults, books] = await Promise.all([compare(shop, sales, 'settled'), verifyLedger(place)])
  const ended = await run.server.end('SIGTERM')
  expect([...logFaults(ended), ...sales.faults, ...faults, ...compareTold(shop).faults, ...books], name).toEqual([])
}

/** Checkouts whose payment is pending or in doubt. */
async function unsettled({ all }: Shop): Promise<readonly string[]> {
  const checkouts: { id: string; status: string }[] = await all('/v1/checkouts/')
  return checkouts.filter(({ status }) => status === 'confirmed').map(({ id }) => id)
}

/** Paid orders of which the receiver has heard nothing. */
async function untold(shop: Shop): Promise<readonly string[]> {
  const { orderIds } = compareTold(shop)
  const orders: { id: string }[] = await shop.all('/v1/orders/')
  return orders.map(({ id }) => id).filter((id) => !orderIds.has(id))
}

async function verifyLedger({ env }: Place): Promise<readonly string[]> {
  const { code, out, err } = await guildhall(['verify-ledger', '--json'], env)
  if (code === 0 && JSON.parse(out).faults.length === 0) return []
  return [`the books do not hold: ${out}${err}`]
}

/** What the server's log tells of errors; a kill itself leaves nothing there. */
function logFaults({ out, err }: Ended): string[] {
  const errors = out.split('\n').filter((line) => line.startsWith('{"level":"error"'))
  return [...errors, ...err.split('\n').filter((line) => line !== '')].map((line) => `the log says: ${line}`)
}
