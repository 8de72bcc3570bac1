import { defineRefusals } from '#kernel/refusal.ts'

export const taxRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  TaxUnavailable: { status: 503, sentence: 'The tax cannot be worked out now. Try again in a minute.' },
})
