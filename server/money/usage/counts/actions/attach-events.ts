import { sql } from 'kysely'
import { customers } from '#merchant/customers/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { CountedEvent } from '../deltas.ts'
import { claimFigures, readIngestionContext } from '../store.ts'
import { addEventFigures } from './add-figures.ts'
import { emitThresholds } from './emit-thresholds.ts'

/** Events that are attached in one transaction, in which ingestions of the organization wait. */
const BATCH = 500

/** A customer to whom earlier events belong. */
export interface AttachEventsInput {
  readonly organizationId: string
  readonly customerId: string
}

/**
 * Attaches events that named the external id of a customer before it existed (rule E4), in one transaction, and adds them to its figures.
 * `more`: there are further ones · `wait`: the figures of a meter are being counted.
 */
export function attachEvents(platform: Platform, { organizationId, customerId }: AttachEventsInput): Promise<'done' | 'more' | 'wait'> {
  const now = platform.clock.now({ organizationId })
  return platform.database.transaction(async (tx) => {
    const customer = await customers.find(tx, [organizationId], customerId)
    if (!customer?.externalId) return 'done'
    await claimFigures(tx, organizationId)
    const { meters, thresholds } = await readIngestionContext(tx, organizationId, { ids: [], externalIds: [] })
    if (meters.some(({ completedAt }) => completedAt === null)) return 'wait'
    const events = await attach(tx, { organizationId, customerId, externalId: customer.externalId })
    const { reached } = await addEventFigures(tx, { organizationId, meters, events, now, isCountedForAll: true, thresholds })
    await emitThresholds(tx, platform, { organizationId, reached, now })
    return events.length < BATCH ? 'done' : 'more'
  })
}

async function attach(
  tx: Tx,
  { organizationId, customerId, externalId }: AttachEventsInput & { readonly externalId: string },
): Promise<readonly CountedEvent[]> {
  const { rows } = await sql<CountedEvent>`
    update usage_events set customer_id = ${customerId}::uuid
    where organization_id = ${organizationId}::uuid and id in (
      select id from usage_events where organization_id = ${organizationId}::uuid and customer_id is null
        and external_customer_id = ${externalId} order by id limit ${BATCH})
    returning id, "timestamp", name, source, customer_id as "customerId", metadata`.execute(tx)
  return rows
}
