import { z } from 'zod'
import { integer, type Model, money, oneOf, text, time, uuid } from '#platform/resource/columns.ts'
import { type EntryKind, entryKinds } from './kinds.ts'

export type { EntryAmounts, EntryKind } from './kinds.ts'

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

export const postingColumns = {
  organizationId: uuid().private(),
  entryId: uuid().private(),
  position: integer().private(),
  account: oneOf(z.enum(accounts)),
  /** The customer of the credit; for `customer_credit` only. */
  customerId: uuid().nullable(),
  amount: money(),
  currency: text().private(),
} as const

/** A posting as stored. */
export type StoredPosting = Model<typeof postingColumns>

/** One side of an entry: minor units, positive for debit, negative for credit. */
export type Posting = Pick<StoredPosting, 'account' | 'amount'> & { readonly customerId?: string | null | undefined }

export const entryColumns = {
  id: uuid(),
  organizationId: uuid(),
  kind: oneOf(z.enum(Object.keys(entryKinds) as [EntryKind, ...EntryKind[]])),
  /** The origin: `order:<id>`. */
  source: text(),
  orderId: uuid().nullable(),
  currency: text(),
  happenedAt: time().as('created_at'),
} as const

/** An entry of the journal. It is never changed or deleted; a correction is another entry. Times are UTC. */
export type Entry = Model<typeof entryColumns> & { readonly postings: readonly Posting[] }

/** An entry before it is written. */
export type EntryDraft = Omit<Entry, 'id'>
