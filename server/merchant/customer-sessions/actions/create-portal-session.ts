import { sql } from 'kysely'
import { invalid, valueProblem } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import { batchStatements } from '#platform/database/batch-statements.ts'
import type { Tx } from '#platform/database/database.ts'
import { withinLimit } from '#platform/resource/limit.ts'
import type { CustomerKey } from '../model.ts'
import { findPortalCustomer, type PortalCustomer } from '../reads.ts'
import { customerSessionLimit } from '../store.ts'
import { type CreateCustomerSessionResult, createCustomerSession } from './create-customer-session.ts'

/** The customer and their organization. */
export interface CreatePortalSessionInput {
  readonly organizationId: string
  readonly key: CustomerKey
}

/** A session with its customer. */
export type CreatePortalSessionResult = CreateCustomerSessionResult & PortalCustomer

/** Creates a session with which a customer sees and manages all that they bought from the merchant. 422 for an unknown customer. */
export async function createPortalSession(
  tx: Tx,
  by: AuditContext,
  { organizationId, key }: CreatePortalSessionInput,
): Promise<CreatePortalSessionResult> {
  const found = (await findPortalCustomer(tx, organizationId, key)) ?? invalid([unknownCustomer(key)])
  const { id } = found.customer
  const draft = { organizationId, customerId: id, checkoutId: null, isLimitedToCheckout: false }
  const issued = await withinLimit(by.platform, { limit: customerSessionLimit, owner: organizationId }, (owner) =>
    batchStatements(
      tx,
      async (batch) => {
        const result = await createCustomerSession(batch, by.platform, draft)
        await recordAudit(batch, by, { action: 'customer_session.created', organizationId, target: { type: 'customer', id } })
        return result
      },
      { holds: sql`select ${owner} is not null` },
    ),
  )
  return { ...issued, ...found }
}

function unknownCustomer(key: CustomerKey) {
  return valueProblem(['body', 'id' in key ? 'customer_id' : 'external_customer_id'], 'Customer not found.')
}
