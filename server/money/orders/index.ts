export { archiveBooks, hasLiveBooks } from './actions/archive-books.ts'
export { type CreatePaidOrderInput, createPaidOrder } from './actions/create-paid-order.ts'
export { type LedgerReport, verifyLedger } from './actions/verify-ledger.ts'
export { listArchives, orderList, readArchive } from './reads.ts'
