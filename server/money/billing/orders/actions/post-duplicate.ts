import { sql } from 'kysely'
import { type EntryContext, entryOf, postEntry } from '#money/books/ledger/index.ts'
import type { Payment } from '#money/payments/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { orders } from '../store.ts'
import type { LockedOrder } from './record-refund.ts'

/** A payment whose purpose another payment has paid. */
export type DuplicatePayment = Pick<
  Payment,
  'organizationId' | 'id' | 'purpose' | 'purposeId' | 'amount' | 'feeAmount' | 'currency' | 'processor' | 'idempotencyKey' | 'status'
>

/** The order for which a second payment was made, locked; undefined where the buyer has changed what they buy and not paid it yet. */
export async function lockOrderOf(tx: Tx, { organizationId, purpose, purposeId }: DuplicatePayment): Promise<LockedOrder | undefined> {
  if (purpose !== 'checkout') return undefined
  const [order] = await orders.select(tx, sql`where organization_id = ${organizationId} and checkout_id = ${purposeId} for update`)
  return order
}

/** Posts a second payment once: the money is owed to the buyer until it is returned. */
export async function postDuplicate(tx: Tx, payment: DuplicatePayment, { orderId, now }: Pick<EntryContext, 'orderId' | 'now'>) {
  const { organizationId, currency, amount: captured, feeAmount: providerFee } = payment
  const context = { organizationId, source: `payment:${payment.id}`, orderId, customerId: null, currency, now }
  await postEntry(tx, entryOf('duplicate_payment', { captured, providerFee }, context))
}
