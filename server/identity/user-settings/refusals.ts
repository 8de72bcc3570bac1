import { defineRefusals } from '#kernel/refusal.ts'

/** Errors of email verification and email change (specification, section 8). */
export const emailRefusals = defineRefusals({
  userNotFound: { status: 400, sentence: 'User not found' },
  verificationNotEnabled: { status: 400, sentence: "Verification email isn't enabled" },
  changeDisabled: { status: 400, sentence: 'Change email is disabled' },
  sameEmail: { status: 400, sentence: 'Email is the same' },
  couldNotUpdate: { status: 400, sentence: "Couldn't update your email" },
})

/** Why a mailed link does nothing; a browser gets it as the query parameter `error` of the redirect. */
export const linkRefusals = defineRefusals({
  tokenExpired: { status: 401, sentence: 'token_expired' },
  invalidToken: { status: 401, sentence: 'invalid_token' },
  userNotFound: { status: 401, sentence: 'user_not_found' },
  unauthorized: { status: 401, sentence: 'unauthorized' },
})

/** Errors of update-user (auth contract, Own account). */
export const profileRefusals = defineRefusals({
  emailNotUpdatable: { status: 400, sentence: 'Email can not be updated' },
})

/** Why an account cannot be deleted (auth contract, Own account; specification, section 8). */
export const accountDeletionRefusals = defineRefusals({
  NOT_FOUND: { status: 404, sentence: '' },
  sessionExpired: { status: 400, sentence: 'Session expired. Re-authenticate to perform this action.' },
  noUser: { status: 404, sentence: 'Failed to get user info' },
  invalidToken: { status: 404, sentence: 'invalid token' },
  lastAdministrator: { status: 400, sentence: 'You are the only administrator of the platform' },
  onlyOwner: { status: 400, sentence: 'You cannot leave the organization as the only owner' },
})
