import { defineRefusals } from '#kernel/refusal.ts'

export const paymentRefusals = defineRefusals({
  PaymentError: { status: 400, sentence: 'The payment was declined.' },
  InvalidSignature: { status: 400, sentence: 'The signature is missing, wrong or too old.' },
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
