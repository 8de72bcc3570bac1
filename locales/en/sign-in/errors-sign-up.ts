/** The refusals of the other authentication pages: creating an account, confirming an email, resetting a password. */
export const signUpErrors = {
  PASSWORD_TOO_SHORT: 'This password is too short.',
  PASSWORD_TOO_LONG: 'This password is too long.',
  PASSWORD_TOO_COMMON: 'This password is too common. Choose another.',
  USER_ALREADY_EXISTS: 'An account with this e-mail address already exists. Sign in instead.',
  RESET_PASSWORD_ISNT_ENABLED: 'Password reset by e-mail is turned off on this site.',
  VERIFICATION_EMAIL_ISNT_ENABLED: 'Confirmation e-mails are turned off on this site.',
  USER_NOT_FOUND: 'There’s no account with this e-mail address.',
  INVALID_TOKEN: 'This link is no longer valid. Request a new one.',
  TOKEN_EXPIRED: 'This link has expired. Request a new one.',
  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: 'Sign-up is closed on this site.',
  FAILED_TO_CREATE_USER: 'Your account couldn’t be created. Check the fields and try again.',
} as const
