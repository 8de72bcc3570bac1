import { defineRefusals } from '#kernel/refusal.ts'

export const customFieldRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
