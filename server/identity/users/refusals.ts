import { defineRefusals } from '#kernel/refusal.ts'

/** Refusals about email and user name (specification, section 8). */
export const userRefusals = defineRefusals({
  invalidEmail: { status: 400, sentence: 'Invalid email' },
  userAlreadyExists: { status: 422, sentence: 'User already exists' },
  failedToCreateUser: { status: 422, sentence: 'Failed to create user' },
  usernameTooShort: { status: 422, sentence: 'username is too short' },
  usernameTooLong: { status: 422, sentence: 'username is too long' },
  usernameInvalid: { status: 422, sentence: 'username is invalid' },
  usernameTaken: { status: 422, sentence: 'username is already taken. please try another.' },
})
