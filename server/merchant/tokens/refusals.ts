import { defineRefusals } from '#kernel/refusal.ts'

export const tokenRefusals = defineRefusals({
  NotPermitted: { status: 403, sentence: 'Only owners and admins of an organization may see and change its access tokens.' },
  BorrowedSession: { status: 403, sentence: 'Who acts for somebody else makes no access tokens: one would outlive the borrowed session.' },
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
