export { cancelPayments } from './actions/cancel-payments.ts'
export { type ChargePaymentInput, chargePayment } from './actions/charge-payment.ts'
export { createPayment, createPayments, type PaymentDraft } from './actions/create-payment.ts'
export { enqueueDuplicateRefund } from './actions/enqueue-duplicate-refund.ts'
export { findDispute } from './actions/find-dispute.ts'
export { findRefunds } from './actions/find-refunds.ts'
export { type SavePaymentMethodInput, savePaymentMethod } from './actions/record-payment-method.ts'
export { removePaymentMethod } from './actions/remove-payment-method.ts'
export { type RequestRefundInput, requestRefund } from './actions/request-refund.ts'
export { acceptDispute, contestDispute } from './actions/send-dispute-answer.ts'
export { setDefaultMethod } from './actions/set-default-method.ts'
export {
  type EvaluatedAnswer,
  evaluateAnswer,
  openActionSecret,
  type Settlement,
  type SettlePurpose,
  saveAnswer,
} from './actions/settle-payment.ts'
export { checkLiveProcessor, processorOf } from './adapters/processors.ts'
export { listPaymentMethods, paymentMethodList } from './methods/reads.ts'
export { type AddPaymentMethodResult, addPaymentMethod } from './methods/setups/actions/add-payment-method.ts'
export { settleSetup } from './methods/setups/actions/settle-setup.ts'
export { SETUP_PURPOSE } from './methods/setups/model.ts'
export { erasePaymentMethods, findDefaultMethods, findPaymentMethod, paymentMethods } from './methods/store.ts'
export { toExportedPaymentMethod } from './methods/wire.ts'
export type { ChargeOutcome, PaymentSource, RecordedRefund } from './processor.ts'
export { paymentRefusals } from './refusals.ts'
export {
  deletePaymentEmails,
  findAttemptTimes,
  findCallsInFlight,
  findNewestAttempt,
  findPayment,
  findPaymentByKey,
  isSettling,
  moneyPayments,
  payments,
  saveReturned,
} from './store.ts'
