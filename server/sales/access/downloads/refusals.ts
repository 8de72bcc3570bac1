import { defineRefusals } from '#kernel/refusal.ts'

export const downloadRefusals = defineRefusals({
  BadRequest: { status: 400, sentence: 'This link was not created here.' },
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  ResourceUnavailable: { status: 410, sentence: 'This link has expired. Get a new one from the list of downloads.' },
})
