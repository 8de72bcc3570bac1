import { defineRefusals } from '#kernel/refusal.ts'

/** Refusals about one-time tokens (specification, section 8). */
export const verificationRefusals = defineRefusals({
  unableToCreate: {
    status: 500,
    sentence: 'Unable to create verification',
    neverSent: 'A token that cannot be written is a server error: a 500 without a cause, or the error page for a browser.',
  },
})
