import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { newId } from '#kernel/id.ts'
import { meters } from '#merchant/catalogue/meters/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { quantityOf } from '../../figures.ts'
import { lockWindows, shareFigures } from '../../store.ts'
import type { CreditCarry } from '../rules.ts'
import { readCredits, readWindowFigures } from '../store.ts'
import { creditsOf } from './lock-usage.ts'
import { resetUsage } from './reset-usage.ts'

/** A meter of a customer, and when the new window begins. */
export interface RenewWindowInput {
  readonly organizationId: string
  readonly customerId: string
  readonly meterId: string
  readonly at: Date
  /** The credits that are left and that the new window takes over. */
  readonly carry: CreditCarry
}

/**
 * Begins a new window of a meter that no subscription bills, whose credits renew: of the last ones those are credited again that roll over
 * (rule B4), or whose period goes on. The window of a meter that a subscription bills begins with its period, and is left alone; so is one that begins later.
 */
export async function renewWindow(
  tx: Tx,
  platform: Platform,
  { organizationId, customerId, meterId, at, carry }: RenewWindowInput,
): Promise<void> {
  const now = platform.clock.now({ organizationId })
  const key = { customerId, meterId }
  await shareFigures(tx, organizationId)
  const [window] = await lockWindows(tx, organizationId, { keys: [key], idsOfNew: [newId(now)], now })
  const start = window?.period?.start ?? null
  if (!window || window.subscriptionId !== null || (start !== null && start >= at)) return
  const [found] = await meters.select(tx, sql`where organization_id = ${organizationId} and id = ${meterId}`)
  const meter = present(found, 'The meter of a credit')
  const credits = (await readCredits(tx, organizationId, [{ ...key, start }])).get(`${customerId} ${meterId}`)
  const figures = await readWindowFigures(tx, { organizationId, customerId, meter, start, end: at })
  const usage = { customerId, meter, price: null, start, ...creditsOf(credits, at), consumed: quantityOf(meter.aggregation, figures) }
  await resetUsage(tx, platform, {
    organizationId,
    customerId,
    subscriptionId: '',
    windows: [usage],
    isBilled: false,
    prices: [],
    at,
    carry,
  })
}
