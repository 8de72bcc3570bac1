import { newId } from '#kernel/id.ts'
import { withinStep } from '#kernel/money.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Payment } from '../model.ts'
import { insertPayments } from '../store.ts'

/** A payment attempt: its purpose, its key at the processor, and what is due; it is for as much of that as the processor can charge (rule M5). */
export type PaymentDraft = Pick<
  Payment,
  'organizationId' | 'purpose' | 'purposeId' | 'amount' | 'currency' | 'processor' | 'idempotencyKey' | 'customerEmail'
> & { readonly id?: string | undefined; readonly now: Date }

/** Records an attempt before the processor is called. Null when an attempt with its key exists. */
export async function createPayment(tx: Tx, draft: PaymentDraft): Promise<Payment | null> {
  const [payment] = await createPayments(tx, [draft])
  return payment ?? null
}

/** The same for several attempts, in one statement. Returns those that were recorded, in their order. */
export async function createPayments(tx: Tx, drafts: readonly PaymentDraft[]): Promise<Payment[]> {
  const attempts = drafts.map(paymentOf)
  const inserted = await insertPayments(tx, attempts)
  return attempts.filter(({ id }) => inserted.has(id))
}

function paymentOf({ now, id = newId(now), ...draft }: PaymentDraft): Payment {
  return {
    ...draft,
    amount: withinStep(draft.processor, draft.currency, draft.amount),
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
}
