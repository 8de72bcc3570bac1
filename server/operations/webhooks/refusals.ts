import { defineRefusals } from '#kernel/refusal.ts'

export const refusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
