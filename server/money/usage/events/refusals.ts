import { defineRefusals } from '#kernel/refusal.ts'

export const usageEventRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
