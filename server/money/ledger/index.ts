export { postEntry } from './actions/post-entry.ts'
export { type LedgerFault, type VerifyEntriesResult, verifyEntries } from './actions/verify-entries.ts'
export { balanceOf, countEntries, entriesOfOrders, entryList } from './reads.ts'
export { type EntryContext, entryOf, orderFaults } from './rules.ts'
