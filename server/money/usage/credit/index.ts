export { type DowngradeCreditInput, postDowngradeCredit } from './actions/post-credit.ts'
export { type CreditChangePair, withdrawCredit } from './actions/withdraw-credit.ts'
export { creditFaults, creditList } from './reads.ts'
export {
  type CreditOwner,
  type CreditOwners,
  type CreditReservation,
  creditBalances,
  creditBalancesOf,
  eraseCreditNotes,
  findCreditBalance,
  releaseCredit,
  reserveCredit,
} from './store.ts'
export { toCreditWire } from './wire.ts'
