// Renewals beside a floor: the same rows, written by a few statements for each batch, and the same calls of the processor.
import pg from 'pg'
import { chargeOrder } from '#money/billing/cycle/actions/charge-order.ts'
import { runDueSubscriptions } from '#money/billing/cycle/actions/run-due-subscriptions.ts'
import { processorNamed } from '#money/payments/adapters/processors.ts'
import { monotonicMs } from '#platform/clock.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import type { TestServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'
import { copySubscription } from '#test/support/subscriptions/copied-subscriptions.ts'
import { applicationOn } from '../fixture.ts'
import { renewBare, settleBare } from '../renewals/floor.ts'
import { readRenewal, readSettled } from '../renewals/rows.ts'
import { createDatabase, query } from '../rivals/rivals.ts'
import { type Line, median, type Row } from './line.ts'

/** Subscriptions, how many of them are due, and how many of those are renewed, a half by each side. */
const ALL = Number(process.env['BENCH_SUBSCRIPTIONS'] ?? 100_000)
const DUE = Number(process.env['BENCH_DUE'] ?? 10_000)
const RENEWED = Number(process.env['BENCH_RENEWED'] ?? DUE)
/** As many as a run of ours works on. */
const BATCH = 200
/** Charges at once: as many as a worker makes. */
const CHARGES = 5
const AGE_SECONDS = 32 * 86_400
const PRICE = 1000

type Side = 'ours' | 'bare'
/** Renews a batch, with its charges if there are any. Returns its subscriptions. */
type Sides = Readonly<Record<Side, () => Promise<number>>>

interface Setting {
  readonly application: TestServer
  readonly merchant: TestMerchant
  readonly databaseUrl: string
}

/** The merchant of a line, with many subscriptions, of which one is due first: it is the model of the floor. */
async function prepare(setting: Setting, isFree: boolean): Promise<{ readonly organizationId: string; readonly id: string }> {
  const { application, merchant, databaseUrl } = setting
  const { organizationId } = merchant
  const productId = await aPlan(merchant, PRICE)
  const discount = isFree ? await aDiscount(merchant, { basis_points: 10_000, duration: 'forever' }) : null
  const options = { productId, discountId: discount?.id ?? null, ageSeconds: AGE_SECONDS }
  const model = await aSubscription(application, merchant, isFree ? { ...options, card: null } : options)
  const copied = { organizationId, id: model.id, customerId: model.customerId }
  await copySubscription(databaseUrl, { ...copied, count: ALL - DUE, isDue: false })
  await copySubscription(databaseUrl, { ...copied, count: DUE, isDue: true })
  await query(databaseUrl, `update subscriptions set reminded_for = current_period_end, due_at = '2020-01-01' where id = '${model.id}'`)
  return { organizationId, id: model.id }
}

async function freeSides(setting: Setting, client: pg.Client): Promise<Sides> {
  const { platform } = setting.application
  const model = await prepare(setting, true)
  await runDueSubscriptions(platform, model.organizationId, 1)
  const renewed = await readRenewal(platform.database.db, model)
  return {
    ours: async () => (await runDueSubscriptions(platform, model.organizationId, BATCH)).worked,
    bare: async () => (await renewBare(client, renewed, BATCH)).length,
  }
}

async function chargedSides(setting: Setting, clients: readonly pg.Client[]): Promise<Sides> {
  const { platform } = setting.application
  const model = await prepare(setting, false)
  const { organizationId } = model
  const { db } = platform.database
  const charge = (paymentId: string) => chargeOrder(platform, { organizationId, paymentId, isResumed: false })
  const { attempts } = await runDueSubscriptions(platform, organizationId, 1)
  const renewed = await readRenewal(db, model)
  for (const { id } of attempts) await charge(id)
  const settled = await readSettled(db, model, renewed.events.length)
  const methods = await methodsOf(setting)
  const processor = processorNamed(platform, 'sandbox')
  const request = (order: { readonly customerId: string; readonly paymentId: string }) => {
    const method = methods.get(order.customerId) ?? ''
    const source = { kind: 'saved', method, isOffSession: true } as const
    return { organizationId, key: order.paymentId, amount: PRICE, currency: 'usd', source }
  }
  const [first] = clients
  if (!first) throw new Error('There is no connection.')
  return {
    ours: async () => {
      const run = await runDueSubscriptions(platform, organizationId, BATCH)
      await inLanes(run.attempts, (attempt) => charge(attempt.id))
      return run.worked
    },
    bare: async () => {
      const bareOrders = await renewBare(first, renewed, BATCH)
      await inLanes(bareOrders, async (order, lane) => {
        const outcome = await processor.charge(request(order))
        if (outcome.kind !== 'succeeded') throw new Error(`The charge ended as ${outcome.kind}.`)
        await settleBare(clients[lane] ?? first, renewed, order, settled)
      })
      return bareOrders.length
    },
  }
}

async function methodsOf({ databaseUrl, merchant }: Setting): Promise<ReadonlyMap<string, string>> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ customer_id: string; method: string }>(
    'select customer_id, method from payment_methods where organization_id = $1',
    [merchant.organizationId],
  )
  await client.end()
  return new Map(rows.map(({ customer_id, method }) => [customer_id, method]))
}

/** Works on the entries in as many lanes as a worker has slots for charges. */
async function inLanes<Entry>(entries: readonly Entry[], run: (entry: Entry, lane: number) => Promise<void>): Promise<void> {
  const waiting = entries.values()
  await Promise.all(
    Array.from({ length: CHARGES }, async (_, lane) => {
      for (const entry of waiting) await run(entry, lane)
    }),
  )
}

/** The rates of both sides, which take turns batch by batch, so that both meet the same tables and the same load. */
async function rates(sides: Sides, rounds: number): Promise<Record<Side, number[]>> {
  const perSecond: Record<Side, number[]> = { ours: [], bare: [] }
  const batches = Math.floor(RENEWED / BATCH / 2 / (rounds + 1))
  for (let round = 0; round <= rounds; round += 1) {
    const tookMs = { ours: 0, bare: 0 }
    for (let batch = 0; batch < batches; batch += 1)
      for (const side of ['ours', 'bare'] as const) {
        const startMs = monotonicMs()
        const renewed = await sides[side]()
        tookMs[side] += monotonicMs() - startMs
        if (renewed !== BATCH) throw new Error(`${side} renewed ${renewed} instead of ${BATCH} subscriptions.`)
      }
    // The first round warms up.
    if (round > 0) for (const side of ['ours', 'bare'] as const) perSecond[side].push((batches * BATCH * 1000) / tookMs[side])
  }
  return perSecond
}

function rowOf(line: string, { ours, bare }: Record<Side, number[]>): Row {
  const shown = (side: readonly number[]) => `${median(side).toFixed(0)}/s`
  const ratio = median(ours.map((rate, at) => rate / (bare[at] ?? Number.NaN))).toFixed(2)
  const limit = `batches of ${BATCH}, in turn`
  return { line: `${line}, ${DUE} due of ${ALL}`, ours: shown(ours), bare: shown(bare), ratio, cpu: '', times: '', limit }
}

export const renewalsLine: Line = {
  name: 'renewals',
  run: async ({ setup, rounds }) => {
    const rows: Row[] = []
    for (const isFree of [true, false]) {
      const databaseUrl = await createDatabase(setup.databaseUrl, isFree ? 'renewals' : 'charged_renewals')
      const application = await applicationOn(databaseUrl)
      const clients = Array.from({ length: CHARGES }, () => new pg.Client(databaseUrl))
      await Promise.all(clients.map((client) => client.connect()))
      try {
        const setting = { application, merchant: await aMerchant(application), databaseUrl }
        const sides = isFree ? await freeSides(setting, clients[0] as pg.Client) : await chargedSides(setting, clients)
        await query(databaseUrl, 'vacuum analyze')
        rows.push(rowOf(isFree ? 'renewals without a charge' : 'renewals with a charge', await rates(sides, rounds)))
      } finally {
        await Promise.all(clients.map((client) => client.end()))
        await application.close()
      }
    }
    return rows
  },
}
