import { defineRefusals } from '#kernel/refusal.ts'

/** Refusals of a sign-in (auth contract, Admin). */
export const signInRefusals = defineRefusals({
  BANNED_USER: {
    status: 403,
    sentence: 'You have been banned from this application. Please contact support if you believe this is an error.',
  },
})
