import { defineRefusals } from '#kernel/refusal.ts'

export const discountRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
