import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Invoice } from '../model.ts'
import { creditNoteContent } from '../rules.ts'
import { findCreditNote, findCreditNoteOfCredit, invoices } from '../store.ts'
import { issueDocument, readSource } from './issue-invoice.ts'

/** The subject of a credit note: a refund of a locked order, or credit for the rest of its period. Amounts are in minor units. */
export interface CreditNoteSubject extends Pick<Invoice, 'organizationId' | 'orderId' | 'refundId' | 'creditId' | 'taxAmount'> {
  /** Before tax. */
  readonly amount: number
}

/**
 * Issues the credit note of a refund that has succeeded (rule W6) or of credit from a downgrade (section 3.4), in the transaction that
 * records it, after everything that locks another row. A second note of the same violates an index.
 */
export async function issueCreditNote(
  tx: Tx,
  platform: Platform,
  { subject, now }: { readonly subject: CreditNoteSubject; readonly now: Date },
): Promise<Invoice> {
  const { organizationId, orderId, refundId, creditId, amount: netAmount, taxAmount } = subject
  const source = await readSource(tx, platform, { organizationId, orderId })
  const amounts = { netAmount, taxAmount, totalAmount: netAmount + taxAmount }
  const draft = { kind: 'credit_note', refundId, creditId, ...amounts, content: creditNoteContent(source, subject) } as const
  return issueDocument(tx, platform, { source, draft, now })
}

/** Credit of which something was taken back: what it is still, before tax and the tax, in minor units. */
export interface CorrectedCredit {
  readonly credit: { readonly organizationId: string; readonly id: string; readonly orderId: string }
  readonly left: Pick<CreditNoteSubject, 'amount' | 'taxAmount'>
  readonly now: Date
}

/** Voids the credit note of credit that was taken back, and issues one of what is left of it. */
export async function correctCreditNote(tx: Tx, platform: Platform, { credit, left, now }: CorrectedCredit): Promise<void> {
  const { organizationId, id: creditId, orderId } = credit
  const note = await findCreditNoteOfCredit(tx, organizationId, creditId)
  if (!note) return
  await invoices.saveAndWait(tx, { ...note, voidedAt: now, modifiedAt: now })
  if (left.amount + left.taxAmount === 0) return
  await issueCreditNote(tx, platform, { subject: { organizationId, orderId, refundId: null, creditId, ...left }, now })
}

/** Voids the credit note of a refund that the bank has sent back. Its number and what it states stay. */
export async function voidCreditNote(
  tx: Tx,
  { refund, now }: { readonly refund: { readonly organizationId: string; readonly id: string }; readonly now: Date },
): Promise<void> {
  const note = await findCreditNote(tx, refund.organizationId, refund.id)
  if (note && note.voidedAt === null) await invoices.save(tx, { ...note, voidedAt: now, modifiedAt: now })
}
