import { defineRefusals } from '#kernel/refusal.ts'

/** What people can be told when they sign up or in by a password (specification, section 8). */
export const passwordRefusals = defineRefusals({
  invalidEmailOrPassword: { status: 401, sentence: 'Invalid email or password' },
  emailNotVerified: { status: 403, sentence: 'Email not verified' },
  invalidUsernameOrPassword: { status: 401, sentence: 'invalid username or password' },
  usernameEmailNotVerified: { status: 403, sentence: 'email not verified' },
  passwordTooShort: { status: 400, sentence: 'Password too short' },
  passwordTooLong: { status: 400, sentence: 'Password too long' },
  signInNotEnabled: { status: 400, sentence: 'Email and password is not enabled' },
  signUpNotEnabled: { status: 400, sentence: 'Email and password sign up is not enabled' },
})
