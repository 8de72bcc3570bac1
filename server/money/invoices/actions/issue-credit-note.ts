import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Invoice } from '../model.ts'
import { creditNoteContent } from '../rules.ts'
import { findCreditNote, invoices } from '../store.ts'
import { issueDocument, readSource } from './issue-invoice.ts'

/** A refund of a locked order. Amounts are in minor units. */
export interface RefundToCredit {
  readonly organizationId: string
  readonly id: string
  readonly orderId: string
  readonly amount: number
  readonly taxAmount: number
}

/**
 * Issues the credit note of a refund that has succeeded (rule W6), in the transaction that records it, after everything that locks
 * another row. A second note of a refund violates an index.
 */
export async function issueCreditNote(
  tx: Tx,
  platform: Platform,
  { refund, now }: { readonly refund: RefundToCredit; readonly now: Date },
): Promise<Invoice> {
  const { organizationId, orderId, id: refundId, amount: netAmount, taxAmount } = refund
  const source = await readSource(tx, platform, { organizationId, orderId })
  const amounts = { netAmount, taxAmount, totalAmount: netAmount + taxAmount }
  const draft = { kind: 'credit_note', refundId, ...amounts, content: creditNoteContent(source, refund) } as const
  return issueDocument(tx, platform, { source, draft, now })
}

/** Voids the credit note of a refund that the bank has sent back. Its number and what it states stay. */
export async function voidCreditNote(
  tx: Tx,
  { refund, now }: { readonly refund: Pick<RefundToCredit, 'organizationId' | 'id'>; readonly now: Date },
): Promise<void> {
  const note = await findCreditNote(tx, refund.organizationId, refund.id)
  if (note && note.voidedAt === null) await invoices.save(tx, { ...note, voidedAt: now, modifiedAt: now })
}
