import { defineRefusals } from '#kernel/refusal.ts'

/** What the specification says of one-time values (section 8). */
export const verificationRefusals = defineRefusals({
  unableToCreate: {
    status: 500,
    sentence: 'Unable to create verification',
    neverSent: 'A value that cannot be written is a failure of ours: a bare 500, or the error page where a browser was sent.',
  },
})
