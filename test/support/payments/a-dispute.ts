import { sql } from 'kysely'
import { queryDispute } from '#sales/returns/disputes/index.ts'
import { aCheckout } from '../a-checkout.ts'
import type { TestMerchant } from '../a-merchant.ts'
import type { TestServer } from '../server.ts'

/** The sandbox's card whose holder disputes each payment. */
export const DISPUTED_CARD = 'sandbox_4000000000000259'

/** Sells a product to a buyer who disputes the payment. Returns the ids of the order and the dispute. */
export async function aDispute(
  server: TestServer,
  merchant: TestMerchant,
  products?: readonly string[],
): Promise<{ readonly id: string; readonly orderId: string; readonly email: string }> {
  const checkout = await aCheckout(server, merchant, products && { products })
  const confirmed = await checkout.confirm(DISPUTED_CARD)
  if (confirmed.status !== 200) throw new Error(`The confirm was answered ${confirmed.status}: ${confirmed.text}`)
  const [payment] = (await merchant.request('GET', `/v1/payments/?checkout_id=${checkout.id}`)).json.items
  // As the event of the processor does, without the other work that waits.
  await queryDispute(server.platform, { organizationId: merchant.organizationId, id: payment.id })
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
  const [dispute] = (await merchant.request('GET', `/v1/disputes/?order_id=${order.id}`)).json.items
  if (!dispute) throw new Error('The dispute was not recorded.')
  return { id: dispute.id, orderId: order.id, email: checkout.email }
}

/** Lets the cardholder dispute the payment of an order after it was made; nothing happens where there is none, or it was refunded or disputed before. */
export async function disputeOrder(
  { platform }: Pick<TestServer, 'platform'>,
  { organizationId, orderId }: { readonly organizationId: string; readonly orderId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update sandbox_charges charge set dispute_status = 'needs_response' from payments payment, orders
    where charge.organization_id = ${organizationId} and charge.dispute_status is null and charge.refunded_amount < charge.amount
      and payment.organization_id = charge.organization_id and payment.idempotency_key = charge.key
      and orders.organization_id = charge.organization_id and orders.payment_id = payment.id and orders.id = ${orderId}
    returning payment.id`.execute(platform.database.db)
  if (rows[0]) await queryDispute(platform, { organizationId, id: rows[0].id })
}
