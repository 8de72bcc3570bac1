import { receipt, receiptOf } from '#emails/receipt.ts'
import { DEFAULT_LANGUAGE } from '#kernel/language/languages.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import { orderList } from '#money/billing/orders/index.ts'
import { type FullOrder, toOrderWire } from '#money/billing/orders/wire.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { findPurchase } from '#sales/checkouts/index.ts'
import { notificationRefusals } from '../refusals.ts'
import type { ReceiptEmailWire } from '../wire.ts'
import { draftEmail } from './draft-email.ts'

/** An order, looked up in `tenants`. */
export interface OrderKey {
  readonly tenants: readonly string[]
  readonly id: string
}

/** The receipt of a paid order as its customer gets it, without the link to the purchase, whose secret only the buyer has. */
export async function readReceipt(db: Database, platform: Platform, key: OrderKey): Promise<ReceiptEmailWire> {
  const full = await findPaidOrder(db, platform, key)
  const { organizationId, id } = full.order
  const merchant = (await findMerchant(db, [organizationId], organizationId)) ?? refuse(notificationRefusals.ResourceNotFound)
  const bought = await findPurchase(db, platform, { organizationId, orderId: id })
  const { to, values, language } = receiptSpec(full, platform)
  const { subject, html, text } = draftEmail({
    template: receipt,
    values,
    merchant,
    recipient: { to, language },
    happenedAt: full.order.paidAt ?? undefined,
    purchase: bought ? { url: null, card: bought.card } : null,
    baseUrl: platform.settings.BASE_URL,
  })
  return { email: to, language: language ?? DEFAULT_LANGUAGE, subject, html, text }
}

/** The order with its customer. Refused where it does not exist, or is not paid. */
export async function findPaidOrder(db: Database, platform: Platform, key: OrderKey): Promise<FullOrder> {
  const full = (await orderList.find(db, key, platform)) ?? refuse(notificationRefusals.ResourceNotFound)
  refuseWhen(full.order.status === 'pending', notificationRefusals.ReceiptUnavailable)
  return full
}

/** The receipt of a paid order: its recipient, language and values. */
export function receiptSpec({ order, ...rest }: FullOrder, { settings }: Pick<Platform, 'settings'>) {
  const payload = toOrderWire({ order, ...rest }, settings.BASE_URL)
  const { language = null, values } = receiptOf(payload, order.paidAt ?? order.createdAt)
  return { to: rest.customer.email, language, values }
}
