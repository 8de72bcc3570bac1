export { queryRefunds } from './actions/settle-pending-refunds.ts'
export { type VerifyRefundsResult, verifyRefunds } from './actions/verify-refunds.ts'
export { hasPendingRefunds } from './store.ts'
