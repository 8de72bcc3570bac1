import { z } from 'zod'
import { id, listResource, pageQuery, severalIds, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { accounts, type Entry } from './model.ts'

const posting = z
  .object({ account: z.enum(accounts), customer_id: id.nullable(), amount: z.int() })
  .meta({ id: 'LedgerPosting', description: 'One side of an entry, in minor units: positive is debit, negative is credit.' })

/** An entry of the journal as the merchant sees it. */
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

export const ledgerEntryListQuery = z.object({ organization_id: severalIds, order_id: severalIds, ...pageQuery })

/** The entry as JSON. */
export function toLedgerEntryWire(given: Entry): z.output<typeof ledgerEntry> {
  return {
    id: given.id,
    organization_id: given.organizationId,
    created_at: toTimestamp(given.happenedAt),
    kind: given.kind,
    source: given.source,
    order_id: given.orderId,
    currency: given.currency,
    postings: given.postings.map(({ account, customerId = null, amount }) => ({ account, customer_id: customerId, amount })),
  }
}
