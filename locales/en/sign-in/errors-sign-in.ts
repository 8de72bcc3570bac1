/** The refusals of a sign-in, besides those of every page. */
export const signInErrors = {
  INVALID_EMAIL_OR_PASSWORD: 'Wrong e-mail or password.',
  INVALID_USERNAME_OR_PASSWORD: 'Wrong username or password.',
  EMAIL_NOT_VERIFIED: 'Confirm your e-mail address first: open the link we e-mailed you.',
  BANNED_USER: 'This account is banned. Contact support if you think this is a mistake.',
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: 'Signing in with a password is turned off on this site.',
  USERNAME_IS_TOO_SHORT: 'This username is too short.',
  USERNAME_IS_TOO_LONG: 'This username is too long.',
  USERNAME_IS_INVALID: 'Use only letters, numbers, dots and underscores.',
} as const
