import { defineRefusals } from '#kernel/refusal.ts'

/** Refusals about sessions (specification, section 8). */
export const sessionRefusals = defineRefusals({
  failedToGetSession: { status: 400, sentence: 'Failed to get session' },
  failedToCreateSession: {
    status: 500,
    sentence: 'Failed to create session',
    neverSent: 'A session that cannot be written is a server error: a 500 without a cause.',
  },
  notFound: { status: 400, sentence: 'Session not found' },
  notFresh: { status: 403, sentence: 'Session is not fresh' },
  // A session of another user. Without a sentence the response has no body.
  notOwn: { status: 401, sentence: '', code: 'UNAUTHORIZED' },
})

/** Refusals of a sign-in (auth contract, Admin). */
export const signInRefusals = defineRefusals({
  BANNED_USER: {
    status: 403,
    sentence: 'You have been banned from this application. Please contact support if you believe this is an error.',
  },
})
