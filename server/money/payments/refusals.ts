import { defineRefusals } from '#kernel/refusal.ts'

export const paymentRefusals = defineRefusals({
  PaymentError: { status: 400, sentence: 'The payment was declined.' },
  TooManyCards: { status: 403, sentence: 'Ten cards were tried within an hour. Please try again later.' },
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
