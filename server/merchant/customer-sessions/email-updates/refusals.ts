import { defineRefusals } from '#kernel/refusal.ts'

export const emailUpdateRefusals = defineRefusals({
  EmailUpdateInvalidOrExpired: { status: 401, sentence: 'The link was used or has expired. Please enter your email again.' },
  EmailReturnInvalidOrExpired: { status: 401, sentence: 'The link was used or has expired. Please contact the organization.' },
  FreshCodeRequired: { status: 403, sentence: 'Please confirm your present email with a new code first.' },
  NotPermitted: { status: 403, sentence: 'The organization does not let customers change their email.' },
})
