/** Characters of the token in a link that replaces a forgotten password. */
export const RESET_TOKEN_LENGTH = 24
