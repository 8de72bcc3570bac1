import { defineRefusals } from '#kernel/refusal.ts'

export const testClockRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  LiveMerchant: { status: 403, sentence: 'Test clocks work in test mode only: a live merchant lives in real time.' },
  TestClockExists: { status: 409, sentence: 'The organization has a test clock already.' },
  TestClockAdvancing: { status: 409, sentence: 'The test clock is advancing. Wait until it is ready.' },
})
