import { defineRefusals } from '#kernel/refusal.ts'

export const booksRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
