export { type AttachBuyerInput, type AttachBuyerResult, attachBuyer } from './actions/attach-buyer.ts'
export { type UpdateFromPurchaseInput, updateCustomerFromPurchase } from './actions/update-from-purchase.ts'
export { type Buyer, type BuyerDetails, type Match, matchCustomer } from './rules.ts'
export { customers, findMatchingCustomers, insertCustomer, lockCustomer } from './store.ts'
