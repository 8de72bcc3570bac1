import { defineRefusals } from '#kernel/refusal.ts'

export const creditRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
