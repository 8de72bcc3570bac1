// Quantities of 30 days by day, and the balance of a customer, of merchants with ever more events; and quantities while events are ingested.

import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '#platform/clock.ts'
import type { TestServer } from '#test/support/server.ts'
import { applicationOn, type BenchRequest } from '../fixture.ts'
import { sendRequest } from '../load.ts'
import { createDatabase, query } from '../rivals/rivals.ts'
import { startServer, type Target } from '../targets.ts'
import { aUsageMerchant, balanceOf, ingestionOf, quantitiesOf, type UsageMerchant } from '../usage/merchant.ts'
import { createPastMonth, insertPastEvents } from '../usage/past-events.ts'
import { besideRow, executionMs, lastStatement, timeRow } from './beside.ts'
import { type Line, type LineOptions, median, type Row } from './line.ts'

/** Events of each merchant; the first one is the one beside which the others are measured. */
const SIZES = (process.env['BENCH_EVENTS'] ?? '1000000,10000000,50000000').split(',').map(Number)
/** A merchant with more events has as many more customers. */
const EVENTS_PER_CUSTOMER = 10_000
/** The token, the meter and its quantities; of a balance the token and the balance. */
const QUANTITIES_STATEMENTS = 3
const BALANCE_STATEMENTS = 2
/** One request of each kind: the next does not wait for the answer, so that a slow answer does not hide others. */
const EVERY_MS = 50
/** Events of a request: 2,000 a second. */
const INGESTED = 100

interface MeasuredMerchant {
  readonly owner: UsageMerchant
  readonly events: number
}

/** The requests that are measured of each merchant. */
const requests = (end: Date) => [
  { line: 'quantities of 30 days', of: (owner: UsageMerchant) => quantitiesOf(owner, end), statementCount: QUANTITIES_STATEMENTS },
  {
    line: 'quantities of 30 days of a customer',
    of: (owner: UsageMerchant) => quantitiesOf(owner, end, owner.customerId),
    statementCount: QUANTITIES_STATEMENTS,
  },
  { line: 'balance of a customer', of: balanceOf, statementCount: BALANCE_STATEMENTS },
]

const shownCount = (count: number) => count.toLocaleString('en')

async function rowsInPostgres(application: TestServer, databaseUrl: string, end: Date, all: readonly MeasuredMerchant[]): Promise<Row[]> {
  const [few, ...many] = all
  const rows: Row[] = []
  if (!few) return rows
  for (const { line, of, statementCount } of requests(end)) {
    const time = async ({ owner }: MeasuredMerchant) =>
      executionMs(databaseUrl, await lastStatement(application, of(owner), statementCount))
    for (const each of many) rows.push(timeRow(lineOf(line, each, few), await time(each), await time(few)))
  }
  return rows
}

const lineOf = (line: string, many: MeasuredMerchant, few: MeasuredMerchant) =>
  `${line}, ${shownCount(many.events)} events, beside ${shownCount(few.events)}`

async function rowsByHttp(options: LineOptions, target: Target, end: Date, all: readonly MeasuredMerchant[]): Promise<Row[]> {
  const [few, ...many] = all
  const rows: Row[] = []
  if (!few) return rows
  for (const { line, of, statementCount } of requests(end))
    for (const each of many) {
      const pair = { line: lineOf(line, each, few), request: of(each.owner), beside: of(few.owner), statementCount }
      rows.push(await besideRow(options, target, pair))
    }
  return rows
}

/** Sends a request every 50 ms for so many seconds. Returns the latencies in milliseconds. */
async function latencies(target: Target, next: () => BenchRequest, seconds: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true })
  const timesMs: number[] = []
  const send = async () => {
    const startMs = monotonicMs()
    await sendRequest(agent, target, next())
    timesMs.push(monotonicMs() - startMs)
  }
  const pending: Promise<void>[] = []
  const endMs = monotonicMs() + seconds * 1000
  for (; monotonicMs() < endMs; await wait(EVERY_MS)) pending.push(send())
  await Promise.all(pending)
  agent.destroy()
  return timesMs
}

/** The median of the rounds of a quantile of each. */
function quantile(rounds: readonly (readonly number[])[], share: number): number {
  return median(rounds.map((timesMs) => timesMs.toSorted((one, other) => one - other)[Math.floor(timesMs.length * share)] ?? 0))
}

async function rowWhileIngesting({ seconds, rounds }: LineOptions, target: Target, end: Date, { owner }: MeasuredMerchant): Promise<Row> {
  const alone: (readonly number[])[] = []
  const beside: (readonly number[])[] = []
  const read = () => latencies(target, () => quantitiesOf(owner, end), seconds)
  let turn = 0
  const ingest = () => {
    turn += 1
    return ingestionOf(owner, INGESTED, turn * INGESTED)
  }
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await read())
    const [timesMs = []] = await Promise.all([read(), latencies(target, ingest, seconds)])
    beside.push(timesMs)
  }
  return {
    line: 'p99 of quantities while events are ingested, beside the same alone',
    ours: `${quantile(beside, 0.99).toFixed(1)} ms`,
    bare: `${quantile(alone, 0.99).toFixed(1)} ms`,
    ratio: (quantile(beside, 0.99) / quantile(alone, 0.99)).toFixed(2),
    cpu: '',
    times: `p50 ${quantile(beside, 0.5).toFixed(1)}; ${quantile(alone, 0.5).toFixed(1)}`,
    limit: `20 requests a second; 20 of ${INGESTED} events`,
  }
}

export const quantitiesLine: Line = {
  name: 'quantities',
  run: async (options) => {
    const databaseUrl = await createDatabase(options.setup.databaseUrl, 'quantities')
    const application = await applicationOn(databaseUrl)
    const end = new Date()
    await createPastMonth(application, end)
    const all: MeasuredMerchant[] = []
    for (const events of SIZES) {
      console.error(`  ${shownCount(events)} events …`)
      const owner = await aUsageMerchant(application, { databaseUrl, customers: Math.ceil(events / EVENTS_PER_CUSTOMER) })
      await insertPastEvents(databaseUrl, owner, { count: events, end })
      all.push({ owner, events })
    }
    await query(databaseUrl, 'vacuum analyze')
    const inPostgres = await rowsInPostgres(application, databaseUrl, end, all)
    await application.close()
    const target = await startServer({ ...options.setup, databaseUrl }, ['--role', 'web'])
    try {
      const byHttp = await rowsByHttp(options, target, end, all)
      const [few] = all
      return [...byHttp, ...inPostgres, ...(few ? [await rowWhileIngesting(options, target, end, few)] : [])]
    } finally {
      await target.stop()
    }
  },
}
