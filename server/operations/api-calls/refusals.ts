import { defineRefusals } from '#kernel/refusal.ts'

export const apiCallRefusals = defineRefusals({
  NotPermitted: { status: 403, sentence: 'Only owners and admins of an organization may see its API calls.' },
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
