/** The refusals that the other pages around signing in can meet: making an account, proving an address, replacing a password. */
export const signUpErrors = {
  PASSWORD_TOO_SHORT: 'This password is too short.',
  PASSWORD_TOO_LONG: 'This password is too long.',
  PASSWORD_TOO_COMMON: 'This password is among the first that are guessed. Choose another.',
  USER_ALREADY_EXISTS: 'An account with this e-mail address exists. Sign in instead.',
  RESET_PASSWORD_ISNT_ENABLED: 'Forgotten passwords cannot be replaced by mail here.',
  VERIFICATION_EMAIL_ISNT_ENABLED: 'No mail is sent to confirm addresses here.',
  USER_NOT_FOUND: 'There is no account with this address.',
  INVALID_TOKEN: 'This link is not good any more. Ask for a new one.',
  TOKEN_EXPIRED: 'This link has expired. Ask for a new one.',
  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: 'Signing up is switched off here.',
  FAILED_TO_CREATE_USER: 'The account could not be created. Check the fields and try again.',
} as const
