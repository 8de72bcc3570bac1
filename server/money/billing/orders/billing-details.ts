import type { Outcome } from '#kernel/changes/outcome.ts'
import { changeOf } from '#kernel/changes/unchanged.ts'
import { refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { type Address, addressProblems } from '#merchant/customers/model.ts'
import type { Order } from './model.ts'

/** The buyer whom the invoice names: a field that is undefined stays as it is, null removes its value. */
export interface BillingChanges {
  readonly billingName?: string | null | undefined
  /** Normalized. */
  readonly billingAddress?: Address | null | undefined
}

type BilledOrder = Pick<Order, 'billingName' | 'billingAddress' | 'isInvoiceGenerated' | 'modifiedAt'>

/** Updates the buyer of an order's invoice; the invoice, once generated, fixes them (rule N2; 422 at the changed field). */
export function updateBilling<Stored extends BilledOrder>(
  order: Stored,
  { billingName, billingAddress }: BillingChanges,
  now: Date,
): Outcome<Stored, 'order.updated'> {
  refuseProblems(billingAddress ? addressProblems(billingAddress, ['body', 'billing_address']) : [])
  const next = {
    ...order,
    billingName: billingName === undefined ? order.billingName : billingName,
    billingAddress: billingAddress === undefined ? order.billingAddress : billingAddress,
    modifiedAt: now,
  }
  const outcome = changeOf<Stored, 'order.updated'>(order, { next, events: ['order.updated'] })
  if (order.isInvoiceGenerated && outcome.next !== order) {
    const field = next.billingName === order.billingName ? 'billing_address' : 'billing_name'
    refuseProblems([valueProblem(['body', field], 'The invoice of this order was generated, and names this buyer.')])
  }
  return outcome
}
