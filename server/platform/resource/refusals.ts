import { defineRefusals } from '#kernel/refusal.ts'

/** Refusals of every resource of /v1. */
export const resourceRefusals = defineRefusals({
  LimitReached: { status: 409, sentence: 'The limit of the organization is reached.' },
})
