import { defineRefusals } from '#kernel/refusal.ts'

export const refundRefusals = defineRefusals({
  RefundAmountTooHigh: { status: 400, sentence: 'The amount is more than what is left to refund.' },
  RevokeSubscriptionBenefitsProhibited: {
    status: 400,
    sentence: 'Benefits of a subscription end with the subscription: cancel or revoke it.',
  },
  RefundedAlready: { status: 403, sentence: 'Nothing of the order is left to refund.' },
  NotPaidOrder: { status: 422, sentence: 'The order is not paid.' },
})
