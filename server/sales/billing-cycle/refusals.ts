import { defineRefusals } from '#kernel/refusal.ts'

export const billingRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  PaymentFailed: { status: 402, sentence: 'The payment was declined.' },
  NothingDue: { status: 409, sentence: 'Nothing is to be collected for this order.' },
  OrderNotVoidable: { status: 409, sentence: 'Only an order that was not paid until the deadline can be voided.' },
  OrderNotEligibleForRetry: { status: 422, sentence: 'Nothing is to be collected for this order.' },
  PaymentAlreadyInProgress: { status: 409, sentence: 'A payment of this order is in progress.' },
  ManualRetryLimitExceeded: { status: 429, sentence: 'This order was attempted five times within a day. Please try again tomorrow.' },
  TooManyAttempts: { status: 429, sentence: 'This order was attempted five times within a day. Please try again tomorrow.' },
})
