// Rounds of selling, killing, restarting and checking. The order of the steps in a round matters: see `killRounds`.

import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { seedOf } from '#test/seeds.ts'
import { type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { createMerchantClient, type MerchantClient } from '../merchant-client.ts'
import { type Random, seededRandom } from '../random.ts'
import { checkDeliveries, checkSales } from '../sale-checks.ts'
import { createSales, type Sales } from '../sales.ts'
import { storages, type TestStorage } from '../storage.ts'
import { expectNoFaults, startReady, verifyLedger, WAIT_MS } from './rounds.ts'
import { logFaults } from './server-log.ts'

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 5)
/** Only a test that hangs takes so long. */
export const HANGS_MS = 200_000 + ROUNDS * 20_000
/**
 * A start after a kill may take at most this many times the processor time of a start after a graceful stop. The seconds depend on the
 * machine: bench/ measures them.
 */
const RECOVERY_RATIO_MAX = 2
const BUYERS = 6
/** Milliseconds of selling before the kill. */
const SELL_MS = { least: 300, most: 1500 } as const
/** The share of disconnected buyers who retry in the next round; the others retry at the end, or their sale is settled without them. */
const RETRY_SHARE = 0.5
/** Longer than every lease, and than the two minutes after which an abandoned payment attempt is given up. */
const LONG_SECONDS = 180

interface Run {
  readonly storage: TestStorage
  readonly merchant: MerchantClient
  readonly sales: Sales
  readonly random: Random
  server: RunningGuildhall
  /** The processor time of a start after a graceful stop, in milliseconds. */
  readonly gracefulMs: number
  readonly readyMs: number[]
}

/** Runs the rounds on one of the databases and prints their number, duration and seed. */
export async function killRounds(name: TestStorage['name']): Promise<void> {
  const startMs = performance.now()
  const seed = seedOf('FAULT_SEED')
  const storage = await storages[name]()
  const run = await startRun(storage, seededRandom(seed)).catch((reason) => storage.remove().then(() => Promise.reject(reason)))
  let done = 0
  try {
    for (; done < ROUNDS; done += 1) await round(run, `round ${done + 1} from seed ${seed}`)
    await settle(run, `the end after ${done} rounds from seed ${seed}`)
  } finally {
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
    const slowest = Math.round(Math.max(0, ...run.readyMs))
    const totals = `${run.sales.all.length} sales, ${run.merchant.receiver.received.length} deliveries, ready after ${slowest} ms at most`
    console.log(`${name}: ${done} of ${ROUNDS} kill rounds in ${seconds} s (FAULT_SEED=${seed}); ${totals}`)
    await run.server.stop('SIGKILL')
    await run.merchant.receiver.close()
    await storage.remove()
  }
}

async function startRun(storage: TestStorage, random: Random): Promise<Run> {
  const first = await startGuildhall(storage.env)
  const merchant = await createMerchantClient(first.baseUrl)
  merchant.receiver.answer((response) => answerRandomly(response, random))
  await first.stop('SIGTERM')
  const server = await startReady(storage)
  const gracefulMs = processorMs(server.pid)
  return { storage, merchant, sales: createSales(merchant, random), random, server, gracefulMs, readyMs: [] }
}

// Accepts most deliveries, refuses some, and closes the connection of some without an answer.
function answerRandomly(response: ServerResponse, random: Random): void {
  const outcome = random()
  if (outcome < 0.75) response.writeHead(204).end()
  else if (outcome < 0.9) response.writeHead(500).end()
  else response.destroy()
}

/** Sells, kills the server at a random moment, restarts it, and compares the data with what was acknowledged. */
async function round(run: Run, name: string): Promise<void> {
  const { sales, merchant, storage, random } = run
  const retrying = sales.all.filter((sale) => !sale.answer && random() < RETRY_SHARE)
  const selling = Promise.all([sales.sellUntilDisconnected(BUYERS), ...retrying.map((sale) => sales.advance(sale))])
  await wait(SELL_MS.least + random() * (SELL_MS.most - SELL_MS.least))
  const ended = await run.server.stop('SIGKILL')
  await selling
  await startAgain(run, name)
  const [faults, ledger] = await Promise.all([checkSales(merchant, sales, 'live'), verifyLedger(storage)])
  expectNoFaults([...logFaults(ended), ...sales.faults, ...faults, ...checkDeliveries(merchant).faults, ...ledger], name)
}

async function startAgain(run: Run, name: string): Promise<void> {
  const startMs = performance.now()
  run.server = await startReady(run.storage)
  run.readyMs.push(performance.now() - startMs)
  const ratio = processorMs(run.server.pid) / run.gracefulMs
  expect(ratio, `${name}: processor time of the start, relative to one after a graceful stop`).toBeLessThan(RECOVERY_RATIO_MAX)
}

// The processor time of the main thread, which starts the server; 1 where the system does not report it.
function processorMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 1
  }
}

/** Sells no more: disconnected buyers retry, and every pending payment and delivery completes. */
async function settle(run: Run, name: string): Promise<void> {
  const { sales, merchant, storage } = run
  merchant.receiver.answer(204)
  await run.server.stop('SIGKILL')
  await storage.advanceTime(LONG_SECONDS)
  await startAgain(run, name)
  const staysAway = (sale: { number: number }) => sale.number % 2 === 0
  const disconnected = sales.all.filter((sale) => !sale.answer)
  // Half of them retry only after the server has settled their sale.
  await Promise.all(disconnected.filter((sale) => !staysAway(sale)).map((sale) => sales.advance(sale)))
  await expect
    .poll(async () => ({ open: await unsettled(merchant), undelivered: await undelivered(merchant) }), { timeout: WAIT_MS, interval: 200 })
    .toEqual({ open: [], undelivered: [] })
  await Promise.all(disconnected.filter((sale) => !sale.answer).map((sale) => sales.advance(sale)))
  await expect.poll(() => unsettled(merchant), { timeout: WAIT_MS, interval: 200 }).toEqual([])
  expect(
    sales.all.filter((sale) => !sale.answer),
    `${name}: every request is answered`,
  ).toEqual([])
  for (const sale of sales.all) await sales.repeat(sale)
  await expect.poll(() => undelivered(merchant), { timeout: WAIT_MS, interval: 200 }).toEqual([])
  const [faults, ledger] = await Promise.all([checkSales(merchant, sales, 'settled'), verifyLedger(storage)])
  const ended = await run.server.stop('SIGTERM')
  expectNoFaults([...logFaults(ended), ...sales.faults, ...faults, ...checkDeliveries(merchant).faults, ...ledger], name)
}

/** Checkouts whose payment is pending or in doubt. */
async function unsettled({ all }: MerchantClient): Promise<readonly string[]> {
  const checkouts: { id: string; status: string }[] = await all('/v1/checkouts/')
  return checkouts.filter(({ status }) => status === 'confirmed').map(({ id }) => id)
}

/** Paid orders of which the receiver got no event. */
async function undelivered(merchant: MerchantClient): Promise<readonly string[]> {
  const { orderIds } = checkDeliveries(merchant)
  const orders: { id: string }[] = await merchant.all('/v1/orders/')
  return orders.map(({ id }) => id).filter((id) => !orderIds.has(id))
}
