/** The provider of accounts that are proven by a password. Their account id is the person's own. */
export const CREDENTIAL = 'credential'
