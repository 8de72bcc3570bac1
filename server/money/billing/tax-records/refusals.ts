import { defineRefusals } from '#kernel/refusal.ts'

export const taxRecordRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
