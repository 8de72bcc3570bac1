import { signInErrors } from './sign-in/errors-sign-in.ts'
import { signUpErrors } from './sign-in/errors-sign-up.ts'

/** The refusals on the account pages, besides those of every page behind the sign-in. */
export const accountErrors = {
  ACCESS_TOKEN_NOT_FOUND: 'Access to this service has ended. Link it again.',
  ...signInErrors,
  ...signUpErrors,
  INVALID_PASSWORD: 'The password is wrong.',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'This account has no password yet. Use “Forgot password?” to set one.',
  USER_ALREADY_HAS_A_PASSWORD: 'This account already has a password.',
  EITHER_USERID_OR_SESSION_IS_REQUIRED: 'Sign in first, or pass a userId.',
  YOU_ARE_ACTING_FOR_SOMEBODY_ELSE: 'Only the owner of the account can do this. Stop impersonating first.',
  CHANGE_EMAIL_IS_DISABLED: 'E-mail addresses can’t be changed on this site.',
  EMAIL_IS_THE_SAME: 'This is already your e-mail address.',
  COULDNT_UPDATE_YOUR_EMAIL: 'You can’t use this e-mail address. Choose another.',
  UNAUTHORIZED: 'Sign in to the account we sent the link to, then open it again.',
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: 'This username is taken. Choose another.',
  EMAIL_CAN_NOT_BE_UPDATED: 'Change your e-mail address on the “E-mail” page.',
  SESSION_IS_NOT_FRESH: 'It’s been a while since you signed in. Enter your password again.',
  SESSION_NOT_FOUND: 'This session has already ended.',
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION: 'It’s been a while since you signed in. Sign in again, then retry.',
  FAILED_TO_GET_USER_INFO: 'Sign in to the account we sent the link to, then open it again.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    'You’re the only owner of an organization. Transfer ownership first, or delete the organization.',
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: 'This is your only sign-in method. Add another one first.',
  ACCOUNT_NOT_FOUND: 'This sign-in method is no longer linked.',
  INVALID_CALLBACKURL: 'The link’s redirect URL isn’t allowed.',
  INVALID_REDIRECTURL: 'The link’s redirect URL isn’t allowed.',
  INVALID_ERRORCALLBACKURL: 'The link’s redirect URL isn’t allowed.',
  INVALID_NEWUSERCALLBACKURL: 'The link’s redirect URL isn’t allowed.',
  YOU_ARE_THE_ONLY_ADMINISTRATOR_OF_THE_PLATFORM: 'You’re the only administrator. Give someone else the role first.',
} as const
