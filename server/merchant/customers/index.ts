export { type AttachBuyer, type AttachedBuyer, attachBuyer } from './actions/attach-buyer.ts'
export { learnFromPaidPurchase, type Purchase } from './actions/learn-from-purchase.ts'
export { type Buyer, type BuyerFacts, type Match, matchCustomer } from './rules.ts'
export {
  type CustomerRow,
  customerColumns,
  customerJson,
  findCustomer,
  findCustomersAlike,
  fromCustomerRow,
  insertCustomer,
  lockCustomer,
  saveCustomer,
} from './store.ts'
