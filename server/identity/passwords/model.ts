/** The length of the token in a password reset link, in characters. */
export const RESET_TOKEN_LENGTH = 24
