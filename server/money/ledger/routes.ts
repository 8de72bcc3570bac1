import { pageOf } from '#kernel/page.ts'
import { type Route, route } from '#platform/http/route.ts'
import { toList } from '#platform/http/wire-parts.ts'
import { listEntries } from './reads.ts'
import { ledgerEntryList, ledgerEntryListQuery, toLedgerEntryWire } from './wire.ts'

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/ledger/entries',
    name: 'ledger:list_entries',
    summary: 'Lists entries of the journal with their postings, newest first.',
    access: 'scope:orders:read',
    query: ledgerEntryListQuery,
    answer: ledgerEntryList,
    addition: true,
    handle: async ({ db, query, tenantScope }) => {
      const page = pageOf(query)
      const filter = { organizationIds: tenantScope.organizationsFor(query.organization_id), orderIds: query.order_id, page }
      const { items, total } = await listEntries(db, filter)
      return toList(items.map(toLedgerEntryWire), total, page)
    },
  }),
]
