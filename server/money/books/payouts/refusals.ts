import { defineRefusals } from '#kernel/refusal.ts'

/** Why a payout is not recorded. */
export const payoutRefusals = defineRefusals({
  organizationNotFound: { status: 404, sentence: 'Organization not found' },
  noPayoutAccount: { status: 400, sentence: 'The organization has no payout account' },
  referenceIsUsed: { status: 400, sentence: 'A payout with this reference is recorded already' },
  balanceIsTooSmall: { status: 400, sentence: 'The balance is below the smallest payout' },
})
