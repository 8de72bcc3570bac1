import { signInErrors } from './sign-in/errors-sign-in.ts'
import { signUpErrors } from './sign-in/errors-sign-up.ts'

/** The refusals that people can meet who change their own account, besides those of every screen behind the sign-in. */
export const accountErrors = {
  ...signInErrors,
  ...signUpErrors,
  INVALID_PASSWORD: 'The password is wrong.',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'This account has no password yet. Set one by the link of "Forgot password".',
  USER_ALREADY_HAS_A_PASSWORD: 'This person has a password already.',
  EITHER_USERID_OR_SESSION_IS_REQUIRED: 'The call names nobody: give a userId.',
  YOU_ARE_ACTING_FOR_SOMEBODY_ELSE: 'This may be done by the owner of the account alone.',
  CHANGE_EMAIL_IS_DISABLED: 'Addresses cannot be changed here.',
  EMAIL_IS_THE_SAME: 'This is your address already.',
  COULDNT_UPDATE_YOUR_EMAIL: 'This address cannot be used. Choose another.',
  UNAUTHORIZED: 'Sign in as the person to whom the link was mailed, and open it again.',
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: 'This user name is taken. Choose another.',
  EMAIL_CAN_NOT_BE_UPDATED: 'An address is changed on the page "E-mail".',
  SESSION_IS_NOT_FRESH: 'You signed in a while ago. Enter your password once more.',
  SESSION_NOT_FOUND: 'This session is over already.',
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION: 'You signed in a while ago. Sign in once more, then try again.',
  FAILED_TO_GET_USER_INFO: 'Sign in as the person to whom the link was mailed, and open it again.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    'You are the only owner of an organization. Make somebody else owner, or delete the organization first.',
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: 'This is your only way to sign in. Add another one first.',
  ACCOUNT_NOT_FOUND: 'This way to sign in is not linked any more.',
  INVALID_CALLBACKURL: 'This page may not lead there.',
  INVALID_REDIRECTURL: 'This page may not lead there.',
  INVALID_ERRORCALLBACKURL: 'This page may not lead there.',
  INVALID_NEWUSERCALLBACKURL: 'This page may not lead there.',
  YOU_ARE_THE_ONLY_ADMINISTRATOR_OF_THE_PLATFORM: 'You are the only administrator here. Make somebody else one first.',
} as const
