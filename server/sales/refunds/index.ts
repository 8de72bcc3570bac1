export { queryRefunds } from './actions/query-refunds.ts'
export { hasPendingRefunds } from './store.ts'
