import { defineRefusals } from '#kernel/refusal.ts'

export const liveModeRefusals = defineRefusals({
  NotPermitted: { status: 403, sentence: 'You are not allowed to do this.' },
  ResourceNotFound: { status: 404, sentence: 'Not found' },
  SessionExpired: { status: 403, sentence: 'Enter your password: you signed in too long ago.' },
  AlreadyLive: { status: 409, sentence: 'The organization is live already.' },
  NotReady: { status: 409, sentence: 'Some checks are still open.' },
  PaymentsUnsettled: { status: 409, sentence: 'A payment is still being settled. Try again in a few minutes.' },
})
