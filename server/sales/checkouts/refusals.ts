import { defineRefusals } from '#kernel/refusal.ts'

export const checkoutRefusals = defineRefusals({
  NotOpenCheckout: { status: 403, sentence: 'The checkout is not open.' },
  ExpiredCheckoutError: { status: 410, sentence: 'The checkout has expired.' },
  PaymentError: { status: 400, sentence: 'The payment was declined.' },
  AlreadyActiveSubscriptionError: { status: 403, sentence: 'The customer has an active subscription already.' },
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
