export { queryRefunds } from './actions/settle-pending-refunds.ts'
export { hasPendingRefunds } from './store.ts'
