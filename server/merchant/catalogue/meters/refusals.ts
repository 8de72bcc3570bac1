import { defineRefusals } from '#kernel/refusal.ts'

export const meterRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
