import { present } from '#kernel/assert.ts'
import type { Tx } from '#platform/database/database.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    customer_erasure_requests: ErasureRequestsTable
  }
}

interface ErasureRequestsTable {
  organization_id: string
  customer_id: string
  requested_at: Date
}

/** A customer, and when they asked for the erasure of their personal data. */
export interface ErasureRequest {
  readonly organizationId: string
  readonly customerId: string
  /** The merchant's time, UTC. */
  readonly requestedAt: Date
}

/** Stores the request of a locked customer; undefined where there is one already. */
export async function insertErasureRequest(
  tx: Tx,
  { organizationId, customerId, requestedAt }: ErasureRequest,
): Promise<ErasureRequest | undefined> {
  const inserted = await tx
    .insertInto('customer_erasure_requests')
    .values({ organization_id: organizationId, customer_id: customerId, requested_at: requestedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('customer_id')
    .executeTakeFirst()
  return inserted && { organizationId, customerId, requestedAt }
}

/** The request of a customer who has made one. */
export async function findErasureRequest(
  tx: Tx,
  { organizationId, customerId }: Omit<ErasureRequest, 'requestedAt'>,
): Promise<ErasureRequest> {
  const stored = await tx
    .selectFrom('customer_erasure_requests')
    .select('requested_at')
    .where('organization_id', '=', organizationId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return { organizationId, customerId, requestedAt: present(stored, 'A stored request for erasure').requested_at }
}
