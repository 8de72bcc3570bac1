export { createDuplicateRefund } from './actions/create-duplicate-refund.ts'
export { queryRefunds } from './actions/settle-pending-refunds.ts'
export { type VerifyRefundsResult, verifyRefunds } from './actions/verify-refunds.ts'
export { hasPendingRefunds } from './store.ts'
