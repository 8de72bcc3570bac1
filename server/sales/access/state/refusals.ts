import { defineRefusals } from '#kernel/refusal.ts'

export const customerStateRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
