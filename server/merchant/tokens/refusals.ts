import { defineRefusals } from '#kernel/refusal.ts'

export const tokenRefusals = defineRefusals({
  NotPermitted: { status: 403, sentence: 'Only owners and admins of an organization may see and change its access tokens.' },
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
