import { z } from 'zod'
import { id, listResource, oneOrMoreIds, pageQuery, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { accounts, type Entry } from './model.ts'

const posting = z
  .object({ account: z.enum(accounts), customer_id: id.nullable(), amount: z.int() })
  .meta({ id: 'LedgerPosting', description: 'One side of an entry, in minor units: positive is debit, negative is credit.' })

/** An entry of the journal as returned to the merchant. */
export const ledgerEntry = z
  .object({
    id,
    organization_id: id,
    created_at: timestamp,
    kind: z.enum(['sale']),
    source: z.string(),
    order_id: id.nullable(),
    currency: z.string(),
    postings: z.array(posting),
  })
  .meta({ id: 'LedgerEntry' })

export const ledgerEntryList = listResource('LedgerEntry', ledgerEntry)

export const ledgerEntryListQuery = z.object({ organization_id: oneOrMoreIds, order_id: oneOrMoreIds, ...pageQuery })

/** The entry as JSON. */
export function toLedgerEntryWire(entry: Entry): z.output<typeof ledgerEntry> {
  return {
    id: entry.id,
    organization_id: entry.organizationId,
    created_at: toTimestamp(entry.happenedAt),
    kind: entry.kind,
    source: entry.source,
    order_id: entry.orderId,
    currency: entry.currency,
    postings: entry.postings.map(({ account, customerId = null, amount }) => ({ account, customer_id: customerId, amount })),
  }
}
