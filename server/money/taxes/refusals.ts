import { defineRefusals } from '#kernel/refusal.ts'

export const taxRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
