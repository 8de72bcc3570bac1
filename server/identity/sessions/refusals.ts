import { defineRefusals } from '#kernel/refusal.ts'

/** What people can be told about their sessions (specification, section 8). */
export const sessionRefusals = defineRefusals({
  failedToGetSession: { status: 400, sentence: 'Failed to get session' },
})
