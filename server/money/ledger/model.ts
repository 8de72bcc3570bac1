/** The accounts of an organization, one of each per currency; `customer_credit` is per customer as well (rule L2). */
export const accounts = [
  'provider_clearing',
  'receivable',
  'revenue',
  'refunds',
  'tax_payable',
  'provider_fees',
  'disputes',
  'customer_credit',
  'write_off',
  'platform_fee',
  'org_payable',
  'org_held',
  'payouts',
] as const

export type Account = (typeof accounts)[number]

/** The kind of an entry. It is unique together with the source, so that a replay cannot post twice. */
export type EntryKind = 'sale'

/** One side of an entry: minor units, positive for debit, negative for credit. */
export interface Posting {
  readonly account: Account
  /** The customer of the credit; for `customer_credit` only. */
  readonly customerId?: string | null | undefined
  readonly amount: number
}

/** An entry of the journal. It is never changed or deleted; a correction is another entry. Times are UTC. */
export interface Entry {
  readonly id: string
  readonly organizationId: string
  readonly kind: EntryKind
  /** The origin: `order:<id>`. */
  readonly source: string
  readonly orderId: string | null
  readonly currency: string
  readonly happenedAt: Date
  readonly postings: readonly Posting[]
}

/** An entry before it is written. */
export type EntryDraft = Omit<Entry, 'id'>
