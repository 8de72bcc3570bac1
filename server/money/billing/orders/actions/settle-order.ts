import { postSale } from '#money/books/payouts/index.ts'
import { releaseCredit } from '#money/usage/credit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type Capture, payOrder, saleAmounts } from '../rules.ts'
import { orders } from '../store.ts'
import type { FullOrder } from '../wire.ts'
import { creditOf } from './create-due-orders.ts'
import { contextOf } from './create-paid-order.ts'
import { emitOrder } from './emit-order.ts'
import type { LockedOrder } from './record-refund.ts'

/** A locked pending order and the payment that has paid it. */
export interface SettleOrderInput {
  readonly order: LockedOrder
  readonly payment: Capture & { readonly id: string }
  readonly now: Date
}

/** Records that a pending order was paid: ledger, `order.updated` and `order.paid`. */
export async function settleOrder(tx: Tx, platform: Platform, { order, payment, now }: SettleOrderInput): Promise<FullOrder> {
  const { next, events } = payOrder({ ...order, items: [] }, { captured: payment.amount, now })
  await releaseCredit(tx, creditOf(next))
  const platformFeeAmount = await postSale(tx, platform, { amounts: saleAmounts(next, payment), context: contextOf(next, now) })
  const saved = { ...next, platformFeeAmount, paymentId: payment.id }
  await orders.save(tx, saved)
  return emitOrder(tx, platform, { order: saved, events, now })
}
