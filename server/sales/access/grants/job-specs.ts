// The specs by which this module enqueues its jobs. The handlers are in jobs.ts, above the actions that enqueue them.
import { z } from 'zod'
import { benefitType } from '#merchant/catalogue/benefits/model.ts'
import { id } from '#platform/http/wire-parts.ts'
import type { KeyedJob } from '#platform/worker/enqueue.ts'

const scope = { organizationId: id, orderId: id.nullable(), subscriptionId: id.nullable() }

/** Gives a customer the benefits of an order or a subscription that they are to have, and no others. */
export const reconcileSpec = { kind: 'grants:reconcile', payload: z.object(scope) }

/** Renews the grants of a subscription for the period that an order has paid. */
export const cycleSpec = { kind: 'grants:cycle', payload: z.object({ organizationId: id, orderId: id }) }

const outside = z.object({ organizationId: id, customerId: id, type: benefitType })

/** A customer's grants at another service. */
export type OutsideRequest = z.output<typeof outside>

/** Brings a customer's access to another service to what their grants say. */
export const outsideSpec = { kind: 'grants:apply-outside-access', payload: outside }

/** The job of a customer's grants at another service. One that runs does so once more: two never run at once. */
export function outsideJobOf(request: OutsideRequest): KeyedJob<OutsideRequest> {
  return [request, `${outsideSpec.kind}:${request.customerId}:${request.type}`]
}

/** The object by which the scopes of grants are found: a benefit, a product whose benefits have changed, or a customer. */
const selector = z.union([z.object({ benefitId: id }), z.object({ productId: id }), z.object({ customerId: id })])

/** The selection of the grants that may have changed. */
export type ScopeSelector = z.output<typeof selector>

/** Enqueues the reconciliation of every scope that a change concerns, a page at a time. */
export const spreadSpec = {
  kind: 'grants:spread',
  payload: z.object({
    organizationId: id,
    selector,
    /** The id of the last scope of the page before; null at first. */
    after: id.nullable(),
  }),
}

/** A page of scopes to be reconciled. */
export type SpreadRequest = z.output<typeof spreadSpec.payload>

/** Enqueues the reconciliation of a page of what was sold lately, over all organizations, and the next page. */
export const reviewPageSpec = {
  kind: 'grants:review-page',
  payload: z.object({
    /** The id of the last scope of the page before. */
    after: id.nullable(),
  }),
}
