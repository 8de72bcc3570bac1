import { defineRefusals } from '#kernel/refusal.ts'

/** The refusals of a picture's URL. */
export const pictureRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
})
