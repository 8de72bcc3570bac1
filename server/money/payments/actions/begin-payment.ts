import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Payment } from '../model.ts'
import { insertPayment } from '../store.ts'

/** What is to be paid, for what, and the key by which the processor will know the attempt. */
export type PaymentDraft = Pick<
  Payment,
  'organizationId' | 'purpose' | 'purposeId' | 'amount' | 'currency' | 'processor' | 'idempotencyKey' | 'customerEmail'
> & { readonly id?: string | undefined; readonly now: Date }

/** Writes an attempt down before the processor is asked. Null when an attempt with its key was begun before. */
export async function beginPayment(tx: Tx, { now, id = newId(now), ...draft }: PaymentDraft): Promise<Payment | null> {
  const payment: Payment = {
    ...draft,
    id,
    status: 'pending',
    processorReference: null,
    sealedActionSecret: null,
    declineCode: null,
    declineMessage: null,
    methodBrand: null,
    methodLast4: null,
    askedAt: null,
    settledAt: null,
    createdAt: now,
    modifiedAt: null,
  }
  return (await insertPayment(tx, payment)) ? payment : null
}
