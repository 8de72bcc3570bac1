export { postRefund } from './actions/post-refund.ts'
export { postSale } from './actions/post-sale.ts'
export { type PayoutOutcome, type PayoutToRecord, recordPayout } from './actions/record-payout.ts'
export { findTerms, listOwed, type OwedBalance, type PlatformTerms, saveTerms } from './store.ts'
