import { defineRefusals } from '#kernel/refusal.ts'

/** Why a person may not change themselves so (auth contract, Own account). */
export const profileRefusals = defineRefusals({
  emailNotHere: { status: 400, sentence: 'Email can not be updated' },
})
