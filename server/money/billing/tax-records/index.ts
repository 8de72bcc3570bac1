export { type RecordReversalInput, recordReversal } from './actions/record-reversal.ts'
export type { RecordedSale } from './actions/record-sale.ts'
