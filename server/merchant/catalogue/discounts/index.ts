export { type RedeemForSubscriptionInput, redeemDiscount, redeemForSubscription, releaseDiscount } from './actions/redeem-discount.ts'
export { discounts, findDiscount, findDiscountByCode, fromDiscountRow } from './store.ts'
