import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { newId } from '#kernel/id.ts'
import { shownDecimal } from '#kernel/metering/aggregation.ts'
import { markMetersBilled, meters } from '#merchant/catalogue/meters/index.ts'
import type { Meter } from '#merchant/catalogue/meters/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import { emitThresholds } from '../../actions/emit-thresholds.ts'
import { type Credit, creditedUnits } from '../../balance.ts'
import { deltasOf, type WindowDelta, windowDelta } from '../../deltas.ts'
import { addFigures, type Figures, NO_FIGURES, quantityOf } from '../../figures.ts'
import { addNames, addValues, insertEvents, lockWindows, saveWindows, shareFigures } from '../../store.ts'
import { isReached } from '../../thresholds/crossings.ts'
import { readThresholds } from '../../thresholds/store.ts'
import type { MeteredPrice, WindowUsage } from '../model.ts'
import { type CreditCarry, carriedCredits, usageItems } from '../rules.ts'
import { beginWindow, insertCredits, readCounted, readCredits } from '../store.ts'
import { creditEvent, resetEvent } from '../system-events.ts'
import { creditsOf } from './lock-usage.ts'

/** Events that are read at once where a new window has some already. */
const BATCH = 1000

/** The windows and prices by which a subscription bills from an instant on. */
export interface ResetUsageInput {
  readonly organizationId: string
  readonly customerId: string
  readonly subscriptionId: string
  /** The windows that `lockUsage` has found, up to `at`. */
  readonly windows: readonly WindowUsage[]
  /** Whether an order bills them. */
  readonly isBilled: boolean
  /** The prices from now on; none where its usage is not billed any more. */
  readonly prices: readonly MeteredPrice[]
  readonly at: Date
  readonly carry: CreditCarry
}

/**
 * Ends the windows of a subscription at an instant and begins the next ones, in the transaction that bills them (rule B3): what is left of
 * credits is credited again, as far as it is carried, and events of later are counted anew. A meter that another subscription of the
 * customer bills stays with that one.
 */
export async function resetUsage(tx: Tx, platform: Platform, input: ResetUsageInput): Promise<void> {
  const { organizationId, windows, isBilled, prices } = input
  await shareFigures(tx, organizationId)
  const others = prices.filter(({ meterId }) => !windows.some(({ meter }) => meter.id === meterId))
  const claims = await claim(tx, platform, { ...input, prices: others })
  if (isBilled) {
    const billed = windows.filter((window) => window.meter.firstBilledAt === null && usageItems([window]).length > 0)
    const ids = billed.map(({ meter }) => meter.id)
    await markMetersBilled(tx, { organizationId, ids, now: platform.clock.now({ organizationId }) })
  }
  for (const window of windows) await reset(tx, platform, { input, window, isFirst: false })
  for (const window of claims) await reset(tx, platform, { input, window, isFirst: true })
}

// The windows of meters that no subscription bills yet. Their usage so far was never billed, so what they have counted will do.
async function claim(
  tx: Tx,
  platform: Platform,
  { organizationId, customerId, subscriptionId, prices, at }: ResetUsageInput,
): Promise<readonly WindowUsage[]> {
  if (prices.length === 0) return []
  const now = platform.clock.now({ organizationId })
  const meterIds = prices.map(({ meterId }) => meterId).sort()
  const keys = meterIds.map((meterId) => ({ customerId, meterId }))
  const locked = await lockWindows(tx, organizationId, { keys, idsOfNew: keys.map(() => newId(now)), now })
  const free = locked.filter((window) => window.subscriptionId === null || window.subscriptionId === subscriptionId)
  if (free.length === 0) return []
  const found = await meters.select(tx, sql`where organization_id = ${organizationId} and id = ${anyOf(meterIds)}`)
  const starts = free.map((window) => ({ ...window, start: window.period?.start ?? null }))
  const credits = await readCredits(tx, organizationId, starts)
  return starts.map(({ meterId, start, figures }) => {
    const meter = present(
      found.find(({ id }) => id === meterId),
      'The meter of a price',
    )
    const ofWindow = creditsOf(credits.get(`${customerId} ${meterId}`), at)
    return { customerId, meter, price: null, start, ...ofWindow, consumed: quantityOf(meter.aggregation, figures) }
  })
}

interface EndedWindow {
  readonly input: ResetUsageInput
  readonly window: WindowUsage
  readonly isFirst: boolean
}

async function reset(tx: Tx, platform: Platform, { input, window, isFirst }: EndedWindow): Promise<void> {
  const { organizationId, customerId, subscriptionId, prices, at, carry } = input
  const { meter } = window
  const price = prices.find(({ meterId }) => meterId === meter.id)
  const carried = carriedCredits(window, carry).map(({ owner, ...credit }) => ({
    id: newId(at),
    organizationId,
    customerId,
    meterId: meter.id,
    creditedAt: at,
    ...credit,
    source: `reset:${at.toISOString()}:${owner ?? sourceOf(credit)}`,
  }))
  await beginWindow(tx, {
    organizationId,
    customerId,
    meterId: meter.id,
    start: at,
    isFirst,
    billing: price ? { subscriptionId, priceId: price.id } : null,
    creditedUnits: creditedUnits([...carried, ...window.laterCredits]),
  })
  await insertCredits(tx, carried)
  const events = [resetEvent({ customerId, meterId: meter.id, at }), ...carried.map(creditEvent)]
  await insertEvents(tx, organizationId, events)
  await addNames(tx, organizationId, events)
  await recount(tx, platform, { organizationId, customerId, meter, start: at })
}

const sourceOf = ({ rollover }: Credit) => (rollover ? 'rolling' : 'plain')

interface NewWindow {
  readonly organizationId: string
  readonly customerId: string
  readonly meter: Meter
  readonly start: Date
}

// A window mostly begins before anything is used in it; one that is billed late has events already.
async function recount(tx: Tx, platform: Platform, { organizationId, customerId, meter, start }: NewWindow): Promise<void> {
  const key = { customerId, meterId: meter.id }
  const period = { start, billedFrom: null }
  let figures: Figures = NO_FIGURES
  let after: string | null = null
  for (;;) {
    const events = await readCounted(tx, { organizationId, ...key, start, after, limit: BATCH })
    const definition = { ...meter, meterId: meter.id }
    const matching = deltasOf([definition], events).customers
    for (const customer of matching)
      figures = addFigures(figures, await addDelta(tx, organizationId, { ...key, delta: windowDelta(customer, period, 'recounted') }))
    after = events.at(-1)?.id ?? null
    if (events.length < BATCH) break
  }
  if (figures.events === 0) return
  const consumed = shownDecimal(quantityOf(meter.aggregation, figures))
  await saveWindows(tx, organizationId, [{ ...key, figures, consumed }])
  const thresholds = await readThresholds(tx, organizationId)
  const reached = isReached(thresholds, { meterId: meter.id, before: '0', after: consumed })
    ? [{ ...key, windowStart: start, consumed }]
    : []
  await emitThresholds(tx, platform, { organizationId, reached, now: platform.clock.now({ organizationId }) })
}

async function addDelta(
  tx: Tx,
  organizationId: string,
  {
    customerId,
    meterId,
    delta: { figures, values },
  }: { readonly customerId: string; readonly meterId: string; readonly delta: WindowDelta },
): Promise<Figures> {
  const added = await addValues(tx, organizationId, [{ customerId, meterId, values }])
  return { ...figures, numbers: figures.numbers + (added.get(`${customerId} ${meterId}`) ?? 0) }
}
