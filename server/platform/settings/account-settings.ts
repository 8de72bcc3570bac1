import { kinds } from './kinds.ts'
import { setting } from './setting.ts'

/** The settings of accounts, passwords, sessions and their emails. Times are in seconds. */
export const accountSettings = {
  REQUIRE_EMAIL_VERIFICATION: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether a user must verify their email before signing in.',
  }),
  AUTO_SIGN_IN_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether a new user is not signed in after signing up.' }),
  EMAIL_AND_PASSWORD_DISABLED: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Turns off sign-up and sign-in with email and password.',
  }),
  TERMS_URL: setting({
    kind: kinds.optionalWebUrl,
    default: undefined,
    sentence: 'The terms of service, linked at the foot of the sign-in and sign-up pages.',
  }),
  PRIVACY_URL: setting({ kind: kinds.optionalWebUrl, default: undefined, sentence: 'The privacy policy, linked beside the terms.' }),
  SIGN_UP_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether sign-up with email and password is off.' }),
  SESSION_EXPIRES_IN: setting({
    kind: kinds.integer(1, 34_560_000),
    productionMinimum: 60,
    default: 604_800,
    sentence: 'Seconds until a remembered session expires after its last renewal; at most 34,560,000, the maximum age of a cookie.',
  }),
  SESSION_UPDATE_AGE: setting({
    kind: kinds.integer(0, 34_560_000),
    default: 86_400,
    sentence: 'Seconds after its last renewal from which using a session renews it.',
  }),
  MIN_PASSWORD_LENGTH: setting({ kind: kinds.integer(1, 1024), default: 8, sentence: 'The shortest password, in characters.' }),
  MAX_PASSWORD_LENGTH: setting({ kind: kinds.integer(1, 1024), default: 128, sentence: 'The longest password, in characters.' }),
  MIN_USERNAME_LENGTH: setting({ kind: kinds.integer(1, 255), default: 3, sentence: 'The shortest user name, in characters.' }),
  MAX_USERNAME_LENGTH: setting({ kind: kinds.integer(1, 255), default: 30, sentence: 'The longest user name, in characters.' }),
  SEND_VERIFICATION_ON_SIGN_UP: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether signing up sends a verification email.',
  }),
  AUTO_SIGN_IN_AFTER_VERIFICATION: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether opening a verification link for the first time signs the user in.',
  }),
  RESET_PASSWORD_DISABLED: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether resetting a forgotten password by email is off.',
  }),
  VERIFICATION_EMAIL_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether no verification emails are sent.' }),
  CHANGE_EMAIL_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether users may not change their email.' }),
  DELETE_USER_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether users may not delete their account.' }),
  DELETE_USER_VERIFICATION: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether deleting an account must be confirmed by email.',
  }),
  REVOKE_SESSIONS_ON_PASSWORD_RESET: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether resetting a forgotten password revokes all sessions of the user; if the email is not verified it always does.',
  }),
  SESSION_COOKIE_CACHE: setting({
    kind: kinds.flag,
    default: true,
    sentence: 'Whether a signed cookie caches the session to save database reads; revocations and changes still take effect at once.',
  }),
  SESSION_COOKIE_CACHE_MAX_AGE: setting({
    kind: kinds.integer(1, 3600),
    default: 60,
    sentence: 'Seconds for which the cached session is valid.',
  }),
  SESSION_FRESH_AGE: setting({
    kind: kinds.integer(0, 34_560_000),
    default: 86_400,
    sentence: 'Seconds after signing in during which a session counts as fresh; with 0 every session does.',
  }),
  VERIFICATION_TOKEN_EXPIRES_IN: setting({
    kind: kinds.integer(1, 2_592_000),
    productionMinimum: 60,
    default: 3600,
    sentence: 'Seconds for which a link that verifies or changes an email is valid.',
  }),
  RESET_TOKEN_EXPIRES_IN: setting({
    kind: kinds.integer(1, 2_592_000),
    productionMinimum: 60,
    default: 3600,
    sentence: 'Seconds for which a link that resets a password is valid.',
  }),
  DELETE_TOKEN_EXPIRES_IN: setting({
    kind: kinds.integer(1, 2_592_000),
    productionMinimum: 60,
    default: 86_400,
    sentence: 'Seconds for which a link that deletes an account is valid.',
  }),
  ALLOW_UNLINKING_ALL: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether the last sign-in method of a user may be unlinked.',
  }),
  ACCOUNT_LINKING_DISABLED: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether an account at a provider is never linked to an existing user by its email.',
  }),
  SERVICE_TOKEN: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultText: 'no server calls',
    sentence: 'The bearer token for calls from your own server that users may not make; in production at least 32 random characters.',
    isSecret: true,
  }),
  BOOTSTRAP_ADMIN_EMAIL: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultText: 'no user',
    sentence: 'The user who signs up with this email becomes the first administrator; in production after verifying the email.',
  }),
} as const
