export { type CreatePaidOrderInput, createPaidOrder } from './actions/create-paid-order.ts'
export { type LedgerReport, verifyLedger } from './actions/verify-ledger.ts'
export { orderList } from './reads.ts'
