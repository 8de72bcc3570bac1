import { defineRefusals } from '#kernel/refusal.ts'

export const customerRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
