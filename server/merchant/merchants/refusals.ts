import { defineRefusals } from '#kernel/refusal.ts'

export const merchantRefusals = defineRefusals({
  NotPermitted: { status: 403, sentence: 'You are not allowed to do this.' },
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
