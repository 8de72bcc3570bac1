import { defineRefusals } from '#kernel/refusal.ts'

/** Why an account cannot be deleted (auth contract, Own account; specification, section 8). */
export const accountDeletionRefusals = defineRefusals({
  NOT_FOUND: { status: 404, sentence: '' },
  noPassword: { status: 400, sentence: 'Credential account not found' },
  wrongPassword: { status: 400, sentence: 'Invalid password' },
  sessionExpired: { status: 400, sentence: 'Session expired. Re-authenticate to perform this action.' },
  noUser: { status: 404, sentence: 'Failed to get user info' },
  invalidToken: { status: 404, sentence: 'invalid token' },
  lastAdministrator: { status: 400, sentence: 'You are the only administrator of the platform' },
  onlyOwner: { status: 400, sentence: 'You cannot leave the organization as the only owner' },
})
