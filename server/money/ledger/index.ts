export { postEntry } from './actions/post-entry.ts'
export { type LedgerFault, type VerifyEntriesResult, verifyEntries } from './actions/verify-entries.ts'
export { balanceOf, entriesOfOrders, entryList } from './reads.ts'
export { orderFaults, type Sale, saleEntry } from './rules.ts'
