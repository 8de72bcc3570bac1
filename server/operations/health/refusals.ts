import { defineRefusals } from '#kernel/refusal.ts'

/** Refusals for unknown jobs, organizations and emails. */
export const operationRefusals = defineRefusals({
  jobNotFound: { status: 404, sentence: 'Job not found' },
  organizationNotFound: { status: 404, sentence: 'Organization not found' },
  emailNotFound: { status: 404, sentence: 'E-mail not found' },
})
