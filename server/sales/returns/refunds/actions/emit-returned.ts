import { present } from '#kernel/assert.ts'
import { findPayment } from '#money/payments/index.ts'
import type { Payment } from '#money/payments/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { findCheckoutLocale } from '#sales/checkouts/index.ts'
import { toReturnedPaymentWire } from '../wire.ts'

/** A payment whose whole amount has gone back; the number of the order that another one has paid, null without one. */
export interface ReturnedPayment {
  readonly payment: Pick<Payment, 'organizationId' | 'id'>
  readonly orderNumber: string | null
  readonly now: Date
}

/** Emits that a second payment was returned, of which its buyer gets an email in the language of their checkout. */
export async function emitReturned(tx: Tx, platform: Platform, { payment: about, orderNumber, now }: ReturnedPayment): Promise<void> {
  const { organizationId, id } = about
  const payment = present(await findPayment(tx, organizationId, id), 'A payment that was returned')
  const locale = await findCheckoutLocale(tx, { organizationId, id: payment.purposeId })
  const payload = toReturnedPaymentWire({ payment, orderNumber, locale })
  await emit(tx, platform, { name: 'payment.returned', organizationId, resourceId: id, payload, now })
}
