import { defineRefusals } from '#kernel/refusal.ts'

export const refundRefusals = defineRefusals({
  RefundAmountTooHigh: { status: 400, sentence: 'The amount is more than what is left to refund.' },
  RevokeSubscriptionBenefitsProhibited: {
    status: 400,
    sentence: 'Benefits of a subscription end with the subscription: cancel or revoke it.',
  },
  RefundedAlready: { status: 403, sentence: 'Nothing of the order is left to refund.' },
  OrderDisputed: {
    status: 409,
    sentence: "The cardholder's bank decides about a dispute of the payment. Refund it when the dispute has ended.",
  },
  NotPaidOrder: { status: 422, sentence: 'The order is not paid.' },
})
