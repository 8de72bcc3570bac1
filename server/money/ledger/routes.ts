import type { Route } from '#platform/http/route.ts'
import { csvRead } from '#platform/resource/csv.ts'
import { listRead } from '#platform/resource/routes.ts'
import { entryList } from './reads.ts'
import { ledgerCsv, ledgerEntry, toLedgerEntryWire, toPostingRows } from './wire.ts'

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
  csvRead({
    path: '/v1/ledger/entries/',
    name: 'ledger',
    summary: 'Exports the journal as CSV, a row for each posting.',
    scope: 'orders:read',
    list: entryList,
    columns: ledgerCsv,
    toRows: toPostingRows,
  }),
]
