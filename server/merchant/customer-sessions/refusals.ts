import { defineRefusals } from '#kernel/refusal.ts'

export const sessionRefusals = defineRefusals({
  CustomerSessionCodeInvalidOrExpired: { status: 401, sentence: 'The code is wrong or has expired. Please request another one.' },
})
