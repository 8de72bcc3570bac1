import { cancelSubscription, uncancelSubscription } from '#money/billing/subscriptions/index.ts'
import { type FullSubscription, type SubscriptionWire, toSubscriptionWire } from '#money/billing/subscriptions/wire.ts'
import { recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { revokeSubscription } from '../../actions/revoke-subscriptions.ts'
import { toNote, type UpdateBody } from '../wire.ts'
import { type ChangeProductInput, changeProduct } from './change-product.ts'
import { setDiscount } from './set-discount.ts'

/** A change of a subscription of one of the tenants. */
export interface UpdateSubscriptionInput extends Omit<ChangeProductInput, 'body'> {
  readonly body: UpdateBody
}

/** Changes a subscription as its body says: product, discount, cancellation, or end. Refuses as the action of each. */
export async function updateSubscription({ body, ...input }: UpdateSubscriptionInput): Promise<SubscriptionWire> {
  if ('product_id' in body) return changeProduct({ ...input, body })
  return input.transaction(async (tx) => {
    const wire = toSubscriptionWire(await update(tx, input, body), input.platform.settings.BASE_URL)
    await input.settle(tx, { body: wire })
    return wire
  })
}

type Request = Omit<UpdateSubscriptionInput, 'body'>

async function update(tx: Tx, by: Request, body: Exclude<UpdateBody, { readonly product_id: string }>): Promise<FullSubscription> {
  const { tenants, id } = by
  if ('discount_id' in body) return setDiscount(tx, by, { tenants, id, discountId: body.discount_id })
  if ('revoke' in body) return revokeSubscription(tx, by, { tenants, id, note: toNote(body) })
  return body.cancel_at_period_end ? cancel(tx, by, body) : uncancel(tx, by)
}

async function cancel(tx: Tx, by: Request, body: Parameters<typeof toNote>[0]): Promise<FullSubscription> {
  const { tenants, id } = by
  const note = toNote(body)
  const full = await cancelSubscription(tx, by.platform, { tenants, id, note })
  const { organizationId } = full.subscription
  const target = { type: 'subscription', id } as const
  await recordAudit(tx, by, { action: 'subscription.canceled', organizationId, target, details: { reason: note.reason ?? '' } })
  return full
}

async function uncancel(tx: Tx, by: Request): Promise<FullSubscription> {
  const { tenants, id } = by
  const full = await uncancelSubscription(tx, by.platform, { tenants, id })
  const { organizationId } = full.subscription
  await recordAudit(tx, by, { action: 'subscription.uncanceled', organizationId, target: { type: 'subscription', id } })
  return full
}
