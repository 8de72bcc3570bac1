import { defineRefusals } from '#kernel/refusal.ts'

// The call of the merchant and the one of the customer have a code each: the customer's are published ones.
const NOTHING_DUE = 'Nothing is to be collected for this order.'
const ATTEMPTED_TOO_OFTEN = 'This order was attempted five times within a day. Try again later.'

export const billingRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  PaymentFailed: { status: 402, sentence: 'The payment was declined.' },
  NothingDue: { status: 409, sentence: NOTHING_DUE },
  OrderNotVoidable: { status: 409, sentence: 'Only an order that was not paid until the deadline can be voided.' },
  OrderNotEligibleForRetry: { status: 422, sentence: NOTHING_DUE },
  PaymentAlreadyInProgress: { status: 409, sentence: 'A payment of this order is in progress.' },
  ManualRetryLimitExceeded: { status: 429, sentence: ATTEMPTED_TOO_OFTEN },
  TooManyAttempts: { status: 429, sentence: ATTEMPTED_TOO_OFTEN },
})
