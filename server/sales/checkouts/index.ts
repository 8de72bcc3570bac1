export { anonymizeCheckouts, anonymizeNamedCheckouts } from './actions/anonymize-checkouts.ts'
export { applyPaymentOutcome } from './actions/apply-payment-outcome.ts'
export { startCheckout } from './actions/create-checkout.ts'
export { channelOf } from './actions/emit-checkout.ts'
export {
  type CheckoutBuyer,
  checkoutList,
  findCheckoutBuyer,
  findCheckoutLocale,
  findEmbedOrigin,
  findPurchase,
  type Purchase,
} from './reads.ts'
