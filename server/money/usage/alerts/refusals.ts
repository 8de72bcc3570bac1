import { defineRefusals } from '#kernel/refusal.ts'

export const usageAlertRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
