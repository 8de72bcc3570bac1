import { defineRefusals } from '#kernel/refusal.ts'

export const privacyRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
