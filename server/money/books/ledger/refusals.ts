import { defineRefusals } from '#kernel/refusal.ts'

export const ledgerRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
