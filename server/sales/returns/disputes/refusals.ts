import { defineRefusals } from '#kernel/refusal.ts'

export const disputeRefusals = defineRefusals({
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  DisputeNotOpen: { status: 403, sentence: 'The dispute does not wait for an answer.' },
  DisputeUnanswered: { status: 503, sentence: 'The processor cannot be reached just now. Try again.' },
})
