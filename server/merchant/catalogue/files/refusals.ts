import { defineRefusals } from '#kernel/refusal.ts'

export const fileRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
