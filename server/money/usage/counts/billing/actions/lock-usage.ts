import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { meters } from '#merchant/catalogue/meters/index.ts'
import { findPrices } from '#merchant/catalogue/products/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { quantityOf } from '../../figures.ts'
import { shareFigures } from '../../store.ts'
import { type MeterCredit, meteredPrices, type WindowUsage } from '../model.ts'
import { type BilledWindow, lockBilledWindows, readCredits, readWindowFigures } from '../store.ts'

/** A subscription whose usage is to be billed. */
export interface BilledSubscription {
  readonly id: string
  /** The end of what is billed; events of later are of the next window. */
  readonly end: Date
}

/**
 * The usage that subscriptions of an organization bill, by their id, recomputed from the events (rule B8). The windows are locked: events that
 * are sent from now on wait for the end of the transaction, and then are of the next window, or late.
 */
export async function lockUsage(
  tx: Tx,
  organizationId: string,
  subscriptions: readonly BilledSubscription[],
): Promise<ReadonlyMap<string, readonly WindowUsage[]>> {
  if (subscriptions.length === 0) return new Map()
  await shareFigures(tx, organizationId)
  const ends = new Map(subscriptions.map(({ id, end }) => [id, end]))
  const windows = await lockBilledWindows(tx, organizationId, [...ends.keys()])
  if (windows.length === 0) return new Map()
  const context = await readContext(tx, organizationId, windows)
  const usages: { readonly subscriptionId: string; readonly usage: WindowUsage }[] = []
  for (const { subscriptionId, customerId, meterId, priceId, start } of windows) {
    const end = present(ends.get(subscriptionId), 'The end of a window')
    const meter = present(context.meters.get(meterId), 'The meter of a window')
    const price = present(context.prices.get(priceId), 'The price of a window')
    const consumed = quantityOf(meter.aggregation, await readWindowFigures(tx, { organizationId, customerId, meter, start, end }))
    const credits = creditsOf(context.credits.get(`${customerId} ${meterId}`), end)
    usages.push({ subscriptionId, usage: { customerId, meter, price, start, ...credits, consumed } })
  }
  const groups = Map.groupBy(usages, ({ subscriptionId }) => subscriptionId)
  return new Map([...groups].map(([id, all]) => [id, all.map(({ usage }) => usage)] as const))
}

/** The credits of a window that ends at `end`, and later ones. */
export function creditsOf(credits: readonly MeterCredit[] = [], end: Date): Pick<WindowUsage, 'credits' | 'laterCredits'> {
  const { ofWindow = [], later = [] } = Object.groupBy(credits, ({ creditedAt }) => (creditedAt < end ? 'ofWindow' : 'later'))
  return { credits: ofWindow, laterCredits: later }
}

async function readContext(tx: Tx, organizationId: string, windows: readonly BilledWindow[]) {
  const meterIds = [...new Set(windows.map(({ meterId }) => meterId))]
  const found = await meters.select(tx, sql`where organization_id = ${organizationId} and id = ${anyOf(meterIds)}`)
  const prices = await findPrices(tx, organizationId, [...new Set(windows.map(({ priceId }) => priceId))])
  return {
    meters: new Map(found.map((meter) => [meter.id, meter])),
    prices: new Map(meteredPrices(prices).map((price) => [price.id, price])),
    credits: await readCredits(tx, organizationId, windows),
  }
}
