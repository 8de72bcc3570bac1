import { defineRefusals } from '#kernel/refusal.ts'

export const grantRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  NotPermitted: { status: 403, sentence: 'The benefit was revoked.' },
  GrantNotRetryable: { status: 409, sentence: 'The grant has no error, so there is nothing to try again.' },
})
