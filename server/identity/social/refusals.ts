import { defineRefusals } from '#kernel/refusal.ts'

/** What people can be told about the accounts by which they sign in (specification, section 8). */
export const socialRefusals = defineRefusals({
  lastAccount: { status: 400, sentence: "You can't unlink your last account" },
  accountNotFound: { status: 400, sentence: 'Account not found' },
})
