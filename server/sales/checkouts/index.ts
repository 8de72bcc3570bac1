export { channelOf } from './actions/emit-checkout.ts'
export { settleCheckoutPayment } from './actions/settle-payment.ts'
export { findCheckout, listCheckouts } from './reads.ts'
