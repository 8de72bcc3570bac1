export { applyPaymentOutcome } from './actions/apply-payment-outcome.ts'
export { startCheckout } from './actions/create-checkout.ts'
export { channelOf } from './actions/emit-checkout.ts'
export { findBuyerIpAddress, findEmbedOrigin } from './reads.ts'
