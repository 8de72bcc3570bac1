import type { MinorUnits, Moment } from './types.ts'

/** One side of a ledger entry: positive is debit, negative is credit. */
export interface LedgerPosting {
  readonly account: string
  readonly customerId: string | null
  readonly amount: MinorUnits
}

/** An entry of the journal; the amounts of its postings sum to zero. */
export interface LedgerEntry {
  readonly id: string
  readonly organizationId: string
  readonly createdAt: Moment
  readonly kind: 'sale'
  readonly source: string
  readonly orderId: string | null
  readonly currency: string
  readonly postings: readonly LedgerPosting[]
}
