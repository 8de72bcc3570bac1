export { beginPayment, type PaymentDraft } from './actions/begin-payment.ts'
export { type Charging, chargePayment } from './actions/charge.ts'
export { orderRefundOfDuplicate } from './actions/refund-duplicate.ts'
export {
  bindPurpose,
  type Decided,
  decideAnswer,
  keepAnswer,
  openActionSecret,
  type Settlement,
  type SettlePurpose,
} from './actions/settle-payment.ts'
export { processorOf } from './adapters/processors.ts'
export type { ChargeOutcome } from './processor.ts'
export { findPayment, findPaymentByKey, isSettling } from './store.ts'
