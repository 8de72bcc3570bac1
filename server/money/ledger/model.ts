/** The accounts of an organization, one of each per currency; `customer_credit` is kept per customer as well (rule L2). */
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

/** What an entry records. Together with its source it is unique: a replay cannot post twice. */
export type EntryKind = 'sale'

/** One side of an entry: minor units, positive for debit, negative for credit. */
export interface Posting {
  readonly account: Account
  /** Whose credit it is; for `customer_credit` alone. */
  readonly customerId?: string | null | undefined
  readonly amount: number
}

/** A line of the journal. Never changed, never deleted; a correction is another entry. Times are UTC. */
export interface Entry {
  readonly id: string
  readonly organizationId: string
  readonly kind: EntryKind
  /** What it stems from: `order:<id>`. */
  readonly source: string
  readonly orderId: string | null
  readonly currency: string
  readonly happenedAt: Date
  readonly postings: readonly Posting[]
}

/** An entry before it is written. */
export type EntryDraft = Omit<Entry, 'id'>
