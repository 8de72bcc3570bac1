import { defineRefusals } from '#kernel/refusal.ts'

export const usageRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
