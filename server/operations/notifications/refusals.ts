import { defineRefusals } from '#kernel/refusal.ts'

export const notificationRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  ReceiptUnavailable: { status: 409, sentence: 'Only paid orders have a receipt, and it is sent only while the customer exists.' },
})
