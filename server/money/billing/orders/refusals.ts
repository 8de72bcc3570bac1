import { defineRefusals } from '#kernel/refusal.ts'

export const orderRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
