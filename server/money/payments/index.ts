export { cancelPayments } from './actions/cancel-payments.ts'
export { type ChargePaymentInput, chargePayment } from './actions/charge-payment.ts'
export { createPayment, type PaymentDraft } from './actions/create-payment.ts'
export { enqueueDuplicateRefund } from './actions/enqueue-duplicate-refund.ts'
export { type RequestRefundInput, requestRefund } from './actions/request-refund.ts'
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
export { bindRefunds } from './refund-listeners.ts'
export { deletePaymentEmails, findPayment, findPaymentByKey, isSettling, payments, saveReturned } from './store.ts'
