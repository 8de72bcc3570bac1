import { defineRefusals } from '#kernel/refusal.ts'

/** What is not there to be looked at or tried again. */
export const operationRefusals = defineRefusals({
  jobNotFound: { status: 404, sentence: 'Job not found' },
  organizationNotFound: { status: 404, sentence: 'Organization not found' },
  letterNotFound: { status: 404, sentence: 'E-mail not found' },
})
