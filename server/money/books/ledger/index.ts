export { postEntry } from './actions/post-entry.ts'
export { type LedgerFault, type VerifyEntriesResult, verifyEntries } from './actions/verify-entries.ts'
export { balanceOf, countEntries, entriesOfOrders, entriesOfSources, entryList, overdrawnCredits } from './reads.ts'
export { type EntryContext, entryDifference, entryOf, type Fault, type OrderToVerify, orderFaults } from './rules.ts'
