export { redeemDiscount, releaseDiscount } from './actions/redeem-discount.ts'
export { discounts, findDiscount, findDiscountByCode, fromDiscountRow } from './store.ts'
