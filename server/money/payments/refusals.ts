import { defineRefusals } from '#kernel/refusal.ts'

export const paymentRefusals = defineRefusals({
  PaymentError: { status: 400, sentence: 'The payment was declined.' },
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
