export { cancelPayments } from './actions/cancel-payments.ts'
export { type ChargePaymentInput, chargePayment } from './actions/charge-payment.ts'
export { createPayment, type PaymentDraft } from './actions/create-payment.ts'
export { enqueueDuplicateRefund } from './actions/enqueue-duplicate-refund.ts'
export { bindRefunds } from './actions/query-refunds.ts'
export { type RefundPaymentInput, refundPayment } from './actions/refund-payment.ts'
export {
  bindPurpose,
  type EvaluatedAnswer,
  evaluateAnswer,
  openActionSecret,
  type Settlement,
  type SettlePurpose,
  saveAnswer,
} from './actions/settle-payment.ts'
export { processorOf } from './adapters/processors.ts'
export type { ChargeOutcome } from './processor.ts'
export { findPayment, findPaymentByKey, isSettling } from './store.ts'
