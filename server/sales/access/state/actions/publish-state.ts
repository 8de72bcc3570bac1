import { sql } from 'kysely'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { readState } from '../reads.ts'
import { toCustomerStateWire } from '../wire.ts'

/** A customer whose state has changed. */
export interface ChangedCustomer {
  readonly organizationId: string
  readonly customerId: string
}

/** Emits `customer.state_changed` with the present state of a customer, also of a deleted one. */
export function publishState(platform: Platform, { organizationId, customerId }: ChangedCustomer): Promise<void> {
  return platform.database.transaction(async (tx) => {
    const state = await readState(tx, sql`customers.organization_id = ${organizationId} and customers.id = ${customerId}`)
    if (!state) return
    const payload = toCustomerStateWire(state, platform.settings.BASE_URL)
    const now = platform.clock.now({ organizationId })
    await emit(tx, platform, { name: 'customer.state_changed', organizationId, resourceId: customerId, payload, now })
  })
}
