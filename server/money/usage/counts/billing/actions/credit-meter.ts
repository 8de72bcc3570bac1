import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { creditedUnits } from '../../balance.ts'
import { addNames, insertEvents, lockWindows, shareFigures } from '../../store.ts'
import type { MeterCredit } from '../model.ts'
import { insertCredits, readCredits, saveCreditedUnits } from '../store.ts'
import { creditEvent } from '../system-events.ts'

/** Units of a meter for a customer: negative where they are taken back (rule B5). */
export interface CreditMeterInput extends Pick<MeterCredit, 'organizationId' | 'customerId' | 'meterId' | 'units' | 'rollover' | 'source'> {
  /** When the units that are taken back were credited, if they ended with their window: a later window has nothing of them. */
  readonly endedWithWindowOf?: Date | null
}

/**
 * Credits a customer with units of a meter, once for each source, and writes the event `meter.credited`. What was credited never falls below
 * zero (rule B1). False where the source was credited before, or where there is nothing to take back.
 */
export async function creditMeter(tx: Tx, platform: Platform, { endedWithWindowOf = null, ...input }: CreditMeterInput): Promise<boolean> {
  const { organizationId, customerId, meterId } = input
  const now = platform.clock.now({ organizationId })
  const key = { customerId, meterId }
  await shareFigures(tx, organizationId)
  const [window] = await lockWindows(tx, organizationId, { keys: [key], idsOfNew: [newId(now)], now })
  const start = window?.period?.start ?? null
  if (endedWithWindowOf !== null && start !== null && endedWithWindowOf < start) return false
  const credit = { ...input, id: newId(now), creditedAt: now }
  const inserted = await insertCredits(tx, [credit])
  if (inserted.length === 0) return false
  const credits = await readCredits(tx, organizationId, [{ ...key, start }])
  await saveCreditedUnits(tx, { organizationId, ...key }, creditedUnits(credits.get(`${customerId} ${meterId}`) ?? []))
  const events = [creditEvent(credit)]
  await insertEvents(tx, organizationId, events)
  await addNames(tx, organizationId, events)
  return true
}
