import { defineRefusals } from '#kernel/refusal.ts'

/** Errors of reading a log. */
export const auditLogRefusals = defineRefusals({
  mayNotRead: { status: 403, sentence: 'You are not allowed to read the audit log of this organization' },
})
