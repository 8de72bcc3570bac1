import { defineRefusals } from '#kernel/refusal.ts'

/** Errors of the administration endpoints (auth contract, Admin). */
export const administrationRefusals = defineRefusals({
  mayNotList: { status: 403, sentence: 'You are not allowed to list users' },
  mayNotCreate: { status: 403, sentence: 'You are not allowed to create users' },
  mayNotSetRole: { status: 403, sentence: 'You are not allowed to change users role' },
  mayNotBan: { status: 403, sentence: 'You are not allowed to ban users' },
  mayNotImpersonate: { status: 403, sentence: 'You are not allowed to impersonate users' },
  mayNotListSessions: { status: 403, sentence: 'You are not allowed to list users sessions' },
  mayNotRevoke: { status: 403, sentence: 'You are not allowed to revoke users sessions' },
  mayNotDelete: { status: 403, sentence: 'You are not allowed to delete users' },
  mayNotBlock: { status: 403, sentence: 'You are not allowed to block organizations' },
  mayNotSetPassword: { status: 403, sentence: 'You are not allowed to set users password' },
  notAnAdministrator: { status: 403, sentence: 'You are not an administrator of the platform' },
  userAlreadyExists: { status: 400, sentence: 'User already exists' },
  userNotFound: { status: 404, sentence: 'User not found' },
  organizationNotFound: { status: 404, sentence: 'Organization not found' },
  unknownRole: { status: 400, sentence: 'Unknown role' },
  cannotBanYourself: { status: 400, sentence: 'You cannot ban yourself' },
  lastAdministrator: { status: 400, sentence: 'The platform needs an administrator' },
  onlyOwner: { status: 400, sentence: 'This person is the only owner of {organization}' },
  cannotImpersonateAdministrator: { status: 403, sentence: 'Administrators cannot be impersonated' },
  notImpersonating: { status: 400, sentence: 'You are not impersonating anyone' },
  ownSessionNotFound: { status: 500, sentence: 'Failed to find admin session' },
})
