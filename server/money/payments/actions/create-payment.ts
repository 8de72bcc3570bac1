import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Payment } from '../model.ts'
import { insertPayment } from '../store.ts'

/** A payment attempt: its amount, its purpose, and its key at the processor. */
export type PaymentDraft = Pick<
  Payment,
  'organizationId' | 'purpose' | 'purposeId' | 'amount' | 'currency' | 'processor' | 'idempotencyKey' | 'customerEmail'
> & { readonly id?: string | undefined; readonly now: Date }

/** Records an attempt before the processor is called. Null when an attempt with its key exists. */
export async function createPayment(tx: Tx, { now, id = newId(now), ...draft }: PaymentDraft): Promise<Payment | null> {
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
    feeAmount: 0,
    queriedAt: null,
    settledAt: null,
    createdAt: now,
    modifiedAt: null,
  }
  return (await insertPayment(tx, payment)) ? payment : null
}
