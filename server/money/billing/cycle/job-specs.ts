// The specs by which this module enqueues its jobs. The handlers are in jobs.ts, above the actions that enqueue them.
import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'

/** Charges an attempt to pay the order of a period. */
export const chargeOrderSpec = { kind: 'billing-cycle:charge-order', payload: z.object({ organizationId: id, paymentId: id }) }

/** Bills a batch of what is due in an organization. */
export const billDueSpec = { kind: 'billing-cycle:bill-due', payload: z.object({ organizationId: id }) }
