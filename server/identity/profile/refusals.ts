import { defineRefusals } from '#kernel/refusal.ts'

/** Errors of update-user (auth contract, Own account). */
export const profileRefusals = defineRefusals({
  emailNotUpdatable: { status: 400, sentence: 'Email can not be updated' },
})
