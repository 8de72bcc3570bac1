import { refuseWhen } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { exportRead } from '#platform/resource/exports/route.ts'
import { listRead } from '#platform/resource/routes.ts'
import { entryList, listBalances } from './reads.ts'
import { ledgerRefusals } from './refusals.ts'
import { ledgerBalances, ledgerCsv, ledgerEntry, toLedgerEntryWire, toPostingRows } from './wire.ts'

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
  route({
    method: 'GET',
    path: '/v1/organizations/{id}/balances',
    name: 'ledger:list_balances',
    summary: 'Lists the balances of the accounts of an organization by currency.',
    access: 'scope:orders:read',
    params: idParams,
    answer: ledgerBalances,
    addition: true,
    refusals: [ledgerRefusals.ResourceNotFound],
    handle: async ({ db, params, tenantScope }) => {
      refuseWhen(!tenantScope.tenants.includes(params.id), ledgerRefusals.ResourceNotFound)
      return { items: [...(await listBalances(db, params.id))] }
    },
  }),
  exportRead({
    path: '/v1/ledger/entries/',
    name: 'ledger',
    plural: 'the journal, a row for each posting,',
    scope: 'orders:read',
    list: entryList,
    schema: ledgerEntry,
    toWire: toLedgerEntryWire,
    table: { columns: ledgerCsv, toRows: toPostingRows },
  }),
]
