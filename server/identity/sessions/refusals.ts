import { defineRefusals } from '#kernel/refusal.ts'

/** What people can be told about their sessions (specification, section 8). */
export const sessionRefusals = defineRefusals({
  failedToGetSession: { status: 400, sentence: 'Failed to get session' },
  failedToCreateSession: {
    status: 500,
    sentence: 'Failed to create session',
    neverSent: 'A session that cannot be written is a failure of ours: a bare 500 that says nothing of its cause.',
  },
  notFound: { status: 400, sentence: 'Session not found' },
  notFresh: { status: 403, sentence: 'Session is not fresh' },
  // Somebody else's session: without a sentence there is no body.
  notOwn: { status: 401, sentence: '', code: 'UNAUTHORIZED' },
})
