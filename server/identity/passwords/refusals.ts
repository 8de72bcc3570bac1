import { defineRefusals } from '#kernel/refusal.ts'

/** Refusals about passwords: signing up, signing in, resetting and changing (specification, section 8). */
export const passwordRefusals = defineRefusals({
  invalidEmailOrPassword: { status: 401, sentence: 'Invalid email or password' },
  emailNotVerified: { status: 403, sentence: 'Email not verified' },
  invalidUsernameOrPassword: { status: 401, sentence: 'invalid username or password' },
  usernameEmailNotVerified: { status: 403, sentence: 'email not verified' },
  usernameUnexpected: {
    status: 500,
    sentence: 'unexpected error',
    neverSent: 'An unexpected error is a server error: a 500 without a cause.',
  },
  passwordTooShort: { status: 400, sentence: 'Password too short' },
  passwordTooLong: { status: 400, sentence: 'Password too long' },
  passwordTooCommon: { status: 400, sentence: 'Password is too common', code: 'PASSWORD_TOO_COMMON' },
  signInNotEnabled: { status: 400, sentence: 'Email and password is not enabled' },
  signUpNotEnabled: { status: 400, sentence: 'Email and password sign up is not enabled' },
  resetNotEnabled: { status: 400, sentence: "Reset password isn't enabled" },
  invalidToken: { status: 400, sentence: 'invalid token' },
  credentialNotFound: { status: 400, sentence: 'Credential account not found' },
  invalidPassword: { status: 400, sentence: 'Invalid password' },
  userNotFound: { status: 400, sentence: 'User not found' },
  alreadyHasPassword: { status: 400, sentence: 'user already has a password' },
  eitherUserIdOrSession: { status: 400, sentence: 'Either userId or session is required' },
})
