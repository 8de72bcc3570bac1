import { receipt } from '#emails/receipt.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import type { Platform } from '#platform/platform.ts'

/** The fields of a receipt, from the event of the paid order. `address` is the customer's email. Amounts in minor units, the time ISO 8601. */
export interface SendReceiptInput {
  readonly organizationId: string
  readonly orderId: string
  readonly address: string
  readonly product: string
  readonly items: readonly { readonly label: string; readonly amount: number }[]
  readonly discountAmount: number
  readonly taxAmount: number
  readonly totalAmount: number
  readonly currency: string
  readonly paidAt: string
}

/** Emails the receipt to the customer. The message id is derived from the order, so that a duplicate can be recognized. */
export async function sendReceipt(platform: Platform, order: SendReceiptInput): Promise<void> {
  const merchant = await findMerchant(platform.database.db, [order.organizationId], order.organizationId)
  if (!merchant) return
  const composed = receipt.compose({
    ...order,
    language: 'en',
    merchant: merchant.name,
    isTest: merchant.mode === 'test',
    paidAt: new Date(order.paidAt),
  })
  await platform.mailer.send({ to: order.address, template: receipt.name, ...composed }, `receipt-${order.orderId}`, platform.clock.now())
}
