import { Refusal } from '#kernel/refusal.ts'
import { toPublicOrganizationWire } from '#merchant/merchants/wire.ts'
import { updateSubscription } from '#money/billing/cycle/index.ts'
import { type SubscriptionWire, toSubscriptionWire } from '#money/billing/subscriptions/wire.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Database, RunTransaction } from '#platform/database/database.ts'
import type { Settle } from '#platform/idempotency/settle.ts'
import type { CustomerCaller } from '#platform/request/caller.ts'
import { readMerchant } from '../../reads.ts'
import { WHOLE_DESCRIPTION } from '../../wire.ts'
import { findCustomerSubscription, refuseTarget } from '../reads.ts'
import { type CustomerSubscriptionWire, toCustomerSubscriptionWire } from '../wire.ts'

/** The change of a customer: the product, or the cancellation. Null: nothing. */
export type OwnChange = Parameters<typeof updateSubscription>[0]['body'] | null

/** A change of a subscription by its customer. */
export interface ChangeOwnSubscriptionInput extends AuditContext {
  readonly caller: CustomerCaller
  readonly db: Database
  readonly id: string
  readonly change: OwnChange
  readonly idempotencyKey: string | undefined
  readonly transaction: RunTransaction
  readonly settle: Settle
}

/**
 * Changes a subscription for its customer (rule S4): another product with the organization's proration setting, cancellation for the end
 * of the period, or taking that back. 404 for a subscription that the session does not show, 403 where the organization does not allow
 * it; otherwise as the action of each.
 */
export async function changeOwnSubscription(input: ChangeOwnSubscriptionInput): Promise<CustomerSubscriptionWire> {
  const { platform, db, caller, id, change, settle, transaction } = input
  const full = await findCustomerSubscription(db, platform, { caller, id })
  const merchant = await readMerchant(db, caller.organizationId)
  const context = { organization: toPublicOrganizationWire(merchant), descriptionMaximum: WHOLE_DESCRIPTION, isLimited: caller.isLimited }
  const toWire = (wire: SubscriptionWire) => toCustomerSubscriptionWire(wire, context)
  if (change === null) {
    const body = toWire(toSubscriptionWire(full, platform.settings.BASE_URL))
    await transaction((tx) => settle(tx, { body }))
    return body
  }
  if ('product_id' in change) await refuseTarget(db, { caller, merchant, full, productId: change.product_id })
  // A repeat with the same key gets what a customer may see, too.
  const settleOwn: Settle = (tx, answer) =>
    settle(tx, answer instanceof Refusal ? answer : { body: toWire(answer.body as SubscriptionWire) })
  return toWire(
    await updateSubscription({ ...input, settle: settleOwn, tenants: [caller.organizationId], body: change, isByCustomer: true }),
  )
}
