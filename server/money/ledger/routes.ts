import type { Route } from '#platform/http/route.ts'
import { listRead } from '#platform/resource/routes.ts'
import { entryList } from './reads.ts'
import { ledgerEntry, toLedgerEntryWire } from './wire.ts'

export const routes: readonly Route[] = [
  listRead({
    path: '/v1/ledger/entries',
    name: 'ledger:list_entries',
    summary: 'Lists entries of the journal with their postings, newest first.',
    scope: 'orders:read',
    list: entryList,
    schema: ledgerEntry,
    toWire: toLedgerEntryWire,
    addition: true,
  }),
]
