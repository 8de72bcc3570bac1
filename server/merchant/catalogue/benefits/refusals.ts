import { defineRefusals } from '#kernel/refusal.ts'

export const benefitRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  NotPermitted: { status: 403, sentence: 'This benefit cannot be deleted.' },
})
