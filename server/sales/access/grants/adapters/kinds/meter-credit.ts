import { newId } from '#kernel/id.ts'
import { creditMeter, renewWindow } from '#money/usage/counts/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { GrantProperties } from '../../model.ts'
import { findCreditsInForce } from '../../store.ts'
import type { GrantInput, InsideKind } from './kind.ts'

/** The values that a grant records of its last credit, which a revocation takes back (rule B5). */
interface LastCredit {
  readonly last_credited_meter_id: string
  readonly last_credited_units: number
  /** ISO 8601, UTC. */
  readonly last_credited_at: string
}

type Input = GrantInput<'meter_credit'>

// Each runs once, under the lock of the grant: the source only has to differ from those of before.
async function grant(tx: Tx, platform: Platform, input: Input): Promise<GrantProperties> {
  const source = `grant:${input.grant.id}:${newId(input.now)}`
  return credit(tx, platform, { input, source })
}

async function cycle(tx: Tx, platform: Platform, input: Input): Promise<GrantProperties> {
  const source = `cycle:${input.grant.id}:${input.periodStart?.toISOString()}`
  return credit(tx, platform, { input, source })
}

async function credit(
  tx: Tx,
  platform: Platform,
  { input, source }: { readonly input: Input; readonly source: string },
): Promise<GrantProperties> {
  const { grant: own, properties, now } = input
  const { organizationId, customerId } = own
  const { meter_id: meterId, units, rollover } = properties
  await renew(tx, platform, input)
  const isNew = await creditMeter(tx, platform, { organizationId, customerId, meterId, units, rollover, source })
  if (!isNew) return own.properties
  const last: LastCredit = { last_credited_meter_id: meterId, last_credited_units: units, last_credited_at: now.toISOString() }
  return { ...last }
}

/**
 * A renewal of a subscription that bills the meter has begun a new window (rule B3). Where no subscription bills it, each grant of a
 * subscription does so with its own period: credits of the last one do not add up, also where other grants credit the meter. What other subscriptions
 * have credited for a longer period stays: the credits that end first are spent first.
 */
async function renew(tx: Tx, platform: Platform, { grant: own, properties, periodStart }: Input): Promise<void> {
  if (periodStart === null || own.periodStart === null || periodStart <= own.periodStart) return
  const { organizationId, customerId } = own
  const { meter_id: meterId } = properties
  const owners = await findCreditsInForce(tx, own, { meterId, at: periodStart })
  await renewWindow(tx, platform, { organizationId, customerId, meterId, at: periodStart, carry: { owners } })
}

async function takeBack(tx: Tx, platform: Platform, { grant: own, properties, now }: Input): Promise<void> {
  const last = own.properties as Partial<LastCredit>
  if (last.last_credited_units === undefined || last.last_credited_meter_id === undefined) return
  const { organizationId, customerId, id } = own
  const isLasting = properties.rollover || own.periodStart !== null
  await creditMeter(tx, platform, {
    organizationId,
    customerId,
    meterId: last.last_credited_meter_id,
    units: -last.last_credited_units,
    rollover: properties.rollover,
    source: `revocation:${id}:${newId(now)}`,
    // The credit of a one-time product ended with the window.
    endedWithWindowOf: isLasting || !last.last_credited_at ? null : new Date(last.last_credited_at),
  })
}

/** Units of a meter in each period (rules B3 and B5). */
export const meterCredit: InsideKind<'meter_credit'> = {
  type: 'meter_credit',
  place: 'inside',
  grant,
  cycle,
  revoke: takeBack,
  // Other units count from the next period on.
  isChangeRelevant: () => false,
}
