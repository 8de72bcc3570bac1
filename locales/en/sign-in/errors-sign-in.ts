/** The refusals that signing in can meet besides those of every page. */
export const signInErrors = {
  INVALID_EMAIL_OR_PASSWORD: 'E-mail or password is wrong.',
  INVALID_USERNAME_OR_PASSWORD: 'User name or password is wrong.',
  EMAIL_NOT_VERIFIED: 'Confirm your e-mail address first: open the link that was mailed to you.',
  BANNED_USER: 'This account has been banned. Write to support if you think this is a mistake.',
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: 'Signing in with a password is switched off here.',
  USERNAME_IS_TOO_SHORT: 'The user name is too short.',
  USERNAME_IS_TOO_LONG: 'The user name is too long.',
  USERNAME_IS_INVALID: 'A user name may hold letters, digits, underscores and dots only.',
} as const
