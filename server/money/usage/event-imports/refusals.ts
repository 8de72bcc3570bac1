import { defineRefusals } from '#kernel/refusal.ts'

export const eventImportRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  EventImportsUnfinished: { status: 409, sentence: 'Three imports are not finished yet. Wait for one of them, or cancel it.' },
  EventImportEnded: { status: 409, sentence: 'This import has come to an end already.' },
})
