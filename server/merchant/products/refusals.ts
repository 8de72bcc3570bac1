import { defineRefusals } from '#kernel/refusal.ts'

export const productRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
