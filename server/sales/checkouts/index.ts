export { settleCheckoutPayment } from './actions/settle-payment.ts'
export { channelOf } from './actions/tell-checkout.ts'
export { findCheckout, listCheckouts } from './reads.ts'
