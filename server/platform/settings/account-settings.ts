import { kinds } from './kinds.ts'
import { setting } from './setting.ts'

/** The settings of accounts, passwords, sessions and the mails about them. Times are in seconds. */
export const accountSettings = {
  REQUIRE_EMAIL_VERIFICATION: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether an address must be proven before its account may sign in.',
  }),
  AUTO_SIGN_IN_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether signing up leaves the person signed out.' }),
  EMAIL_AND_PASSWORD_DISABLED: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Switches sign-up and sign-in by e-mail and password off.',
  }),
  SIGN_UP_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether no new accounts may be made by e-mail and password.' }),
  SESSION_EXPIRES_IN: setting({
    kind: kinds.integer(60, 34_560_000),
    default: 604_800,
    sentence: 'Seconds a remembered session lives after its last renewal; at most 34,560,000, the longest life of a cookie.',
  }),
  SESSION_UPDATE_AGE: setting({
    kind: kinds.integer(0, 34_560_000),
    default: 86_400,
    sentence: 'Seconds after its last renewal from which a session is renewed when it is used.',
  }),
  MIN_PASSWORD_LENGTH: setting({ kind: kinds.integer(1, 1024), default: 8, sentence: 'The shortest password, in characters.' }),
  MAX_PASSWORD_LENGTH: setting({ kind: kinds.integer(1, 1024), default: 128, sentence: 'The longest password, in characters.' }),
  MIN_USERNAME_LENGTH: setting({ kind: kinds.integer(1, 255), default: 3, sentence: 'The shortest user name, in characters.' }),
  MAX_USERNAME_LENGTH: setting({ kind: kinds.integer(1, 255), default: 30, sentence: 'The longest user name, in characters.' }),
  SEND_VERIFICATION_ON_SIGN_UP: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether signing up mails a link that proves the address.',
  }),
  AUTO_SIGN_IN_AFTER_VERIFICATION: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether opening the mailed link for the first time signs in.',
  }),
  RESET_PASSWORD_DISABLED: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether a forgotten password cannot be replaced by mail.',
  }),
  VERIFICATION_EMAIL_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether no mail is sent to prove an address.' }),
  CHANGE_EMAIL_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether people may not change their address.' }),
  DELETE_USER_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether people may not delete their account.' }),
  DELETE_USER_VERIFICATION: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether the deletion of an account has to be confirmed by mail.',
  }),
  REVOKE_SESSIONS_ON_PASSWORD_RESET: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether replacing a forgotten password signs the person out everywhere; where the address is not proven it always does.',
  }),
  SESSION_COOKIE_CACHE: setting({
    kind: kinds.flag,
    default: true,
    sentence:
      'Whether a signed copy of the session in a cookie spares the database; ends of sessions and changes are seen at once all the same.',
  }),
  SESSION_COOKIE_CACHE_MAX_AGE: setting({ kind: kinds.integer(1, 3600), default: 60, sentence: 'Seconds for which that copy is good.' }),
  SESSION_FRESH_AGE: setting({
    kind: kinds.integer(0, 34_560_000),
    default: 86_400,
    sentence: 'Seconds after signing in during which a session may do what asks for a fresh one; 0 asks nothing.',
  }),
  VERIFICATION_TOKEN_EXPIRES_IN: setting({
    kind: kinds.integer(60, 2_592_000),
    default: 3600,
    sentence: 'Seconds for which a link lives that proves or changes an address.',
  }),
  RESET_TOKEN_EXPIRES_IN: setting({
    kind: kinds.integer(60, 2_592_000),
    default: 3600,
    sentence: 'Seconds for which a link lives that replaces a forgotten password.',
  }),
  DELETE_TOKEN_EXPIRES_IN: setting({
    kind: kinds.integer(60, 2_592_000),
    default: 86_400,
    sentence: 'Seconds for which a link lives that deletes an account.',
  }),
  ALLOW_UNLINKING_ALL: setting({ kind: kinds.flag, default: false, sentence: 'Whether the last way to sign in may be unlinked.' }),
  ACCOUNT_LINKING_DISABLED: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether an account of a provider is never linked to an existing person by its address.',
  }),
  SERVICE_TOKEN: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultTold: 'no server calls',
    sentence: 'The bearer token by which your own server makes calls that people may not; in production at least 32 random characters.',
    isSecret: true,
  }),
  BOOTSTRAP_ADMIN_EMAIL: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultTold: 'nobody',
    sentence: 'Whoever signs up with this address becomes the first administrator; in production once the address is proven.',
  }),
} as const
