export { queryDispute } from './actions/query-dispute.ts'
export { disputeList } from './reads.ts'
