import { publicErrors } from './errors-public.ts'

/** Sentences for refusals, by their code on the wire (`code` of /api/auth, `error` of /v1), and for what happens before a server answers. */
export const errors = {
  ...publicErrors,
  INVALID_PASSWORD: 'The password is wrong.',
  FAILED_TO_GET_SESSION: 'You were signed out. Sign in again.',
  ORGANIZATION_ALREADY_EXISTS: 'This address is taken. Choose another.',
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: 'You may not create an organization.',
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: 'You have as many organizations as are allowed.',
  SLUG_IS_TAKEN: 'This address is taken. Choose another.',
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 'You do not belong to this organization.',
  MEMBER_NOT_FOUND: 'This person does not belong to the organization.',
  USERNAME_IS_TOO_SHORT: 'The user name is too short.',
  USERNAME_IS_TOO_LONG: 'The user name is too long.',
  USERNAME_IS_INVALID: 'A user name may hold letters, digits, underscores and dots only.',
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: 'This user name is taken. Choose another.',
  NotPermitted: 'You may not do this.',
  Unauthorized: 'You are signed out. Sign in again.',
} as const
