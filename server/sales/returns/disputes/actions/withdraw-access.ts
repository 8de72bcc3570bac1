import { findMerchant } from '#merchant/merchants/index.ts'
import { revokeSubscriptionById } from '#money/billing/cycle/index.ts'
import { orders } from '#money/billing/orders/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { withdrawBenefits } from '#sales/access/grants/index.ts'

/** The dispute that was lost, and its order. */
export interface WithdrawAccessInput {
  readonly organizationId: string
  readonly disputeId: string
  readonly orderId: string
}

/**
 * Ends what a customer has bought with a payment that was lost, unless the merchant has turned that off: the subscription, or the benefits of a
 * purchase (rule W8). A decision of a bank is final: nothing gives the access back.
 */
export async function withdrawAccess(
  tx: Tx,
  platform: Platform,
  { organizationId, disputeId, orderId }: WithdrawAccessInput,
): Promise<void> {
  const merchant = await findMerchant(tx, [organizationId], organizationId)
  const order = merchant?.disputeSettings.revokesAccess ? await orders.find(tx, [organizationId], orderId) : undefined
  if (!order) return
  if (order.subscriptionId !== null) {
    await revokeSubscriptionById(tx, platform, { organizationId, id: order.subscriptionId })
    return
  }
  const now = platform.clock.now({ organizationId })
  await withdrawBenefits(tx, platform, { organizationId, orderId, causeId: disputeId, isUndone: false, now })
}
