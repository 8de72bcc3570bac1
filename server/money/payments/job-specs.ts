// The specs by which this module enqueues its jobs. The handlers are in jobs.ts, above the actions that enqueue them.
import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'

const paymentReference = z.object({ organizationId: id, paymentId: id })

/** Processes an event in the inbox. */
export const processEventSpec = {
  kind: 'payments:process-event',
  formerKind: 'payments:work-event',
  payload: z.object({ organizationId: id, eventId: id }),
}

/** Queries the processor about an attempt without a certain answer. */
export const queryPaymentSpec = { kind: 'payments:query', formerKind: 'payments:ask-about', payload: paymentReference }

/** Decides a pending refund of the sandbox. */
export const sandboxRefundSpec = { kind: 'payments:resolve-sandbox-refund', payload: z.object({ organizationId: id, refundId: id }) }

/** Decides a dispute of the sandbox that is under review. */
export const sandboxDisputeSpec = { kind: 'payments:resolve-sandbox-dispute', payload: z.object({ organizationId: id, chargeId: id }) }

/** Decides a charge of the sandbox whose bank takes its time. */
export const sandboxDecisionSpec = {
  kind: 'payments:resolve-sandbox-charge',
  payload: z.object({ organizationId: id, chargeId: id }),
}

/** Refunds a second payment of a purpose that was already paid. */
export const duplicateRefundSpec = { kind: 'payments:refund-duplicate', payload: paymentReference }
