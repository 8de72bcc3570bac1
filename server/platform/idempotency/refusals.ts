import { defineRefusals } from '#kernel/refusal.ts'

/** The refusals of an Idempotency-Key. */
export const refusals = defineRefusals({
  IdempotencyKeyReused: { status: 422, sentence: 'This Idempotency-Key was used with another body.' },
  IdempotencyKeyInUse: { status: 409, sentence: 'A request with this Idempotency-Key is still running.' },
  IdempotencyAnswerLost: {
    status: 409,
    sentence: 'A request with this Idempotency-Key was processed, but its answer cannot be opened any more.',
  },
})
