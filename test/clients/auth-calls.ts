// The calls of the published `better-auth` client with its organization (teams, dynamic roles), admin and username plugins, and the
// plugins themselves. `npm run docs` prints this table.
import type { ClientCall, ClientFamily, HeldCall } from './matrix.ts'

const OLD = '1.2.8'
const NEW = '1.7.25'

const SESSION_FIELDS = 'Sessions have no fields that a client may change.'
const BY_ADMINISTRATOR = 'Administrators change roles, bans and passwords; the rest of an account is changed by its user.'

const get = (path: string, versions: Pick<ClientCall, 'since' | 'until'> = {}) => ({ operation: `GET /api/auth${path}`, ...versions })
const post = (path: string, versions: Pick<ClientCall, 'since' | 'until'> = {}) => ({ operation: `POST /api/auth${path}`, ...versions })
const since = { since: NEW }
const local = { operation: null }

/** By the name of the method. A hook (`useSession`) is the reads that it makes; a test in a browser drives it too. */
export const authCalls = {
  'signUp.email': post('/sign-up/email'),
  'signIn.email': post('/sign-in/email'),
  'signIn.username': post('/sign-in/username'),
  'signIn.social': post('/sign-in/social'),
  signOut: post('/sign-out'),
  getSession: get('/get-session'),
  updateSession: { ...post('/update-session', since), notHeld: SESSION_FIELDS },
  listSessions: get('/list-sessions'),
  revokeSession: post('/revoke-session'),
  revokeSessions: post('/revoke-sessions'),
  revokeOtherSessions: post('/revoke-other-sessions'),
  sendVerificationEmail: post('/send-verification-email'),
  verifyEmail: get('/verify-email'),
  changeEmail: post('/change-email'),
  forgetPassword: post('/forget-password', { until: OLD }),
  requestPasswordReset: post('/request-password-reset', since),
  resetPassword: post('/reset-password'),
  changePassword: post('/change-password'),
  updateUser: post('/update-user'),
  deleteUser: post('/delete-user'),
  'deleteUser.callback': get('/delete-user/callback'),
  isUsernameAvailable: post('/is-username-available', since),
  listAccounts: get('/list-accounts'),
  linkSocial: post('/link-social'),
  unlinkAccount: post('/unlink-account'),
  getAccessToken: post('/get-access-token'),
  refreshToken: post('/refresh-token'),
  accountInfo: get('/account-info', since),
  'organization.create': post('/organization/create'),
  'organization.checkSlug': post('/organization/check-slug'),
  'organization.update': post('/organization/update'),
  'organization.delete': post('/organization/delete'),
  'organization.list': get('/organization/list'),
  'organization.setActive': post('/organization/set-active'),
  'organization.getOrganization': get('/organization/get-organization', since),
  'organization.getFullOrganization': get('/organization/get-full-organization'),
  'organization.getActiveMember': get('/organization/get-active-member'),
  'organization.getActiveMemberRole': get('/organization/get-active-member-role', since),
  'organization.listMembers': get('/organization/list-members', since),
  'organization.updateMemberRole': post('/organization/update-member-role'),
  'organization.removeMember': post('/organization/remove-member'),
  'organization.leave': post('/organization/leave'),
  'organization.inviteMember': post('/organization/invite-member'),
  'organization.acceptInvitation': post('/organization/accept-invitation'),
  'organization.rejectInvitation': post('/organization/reject-invitation'),
  'organization.cancelInvitation': post('/organization/cancel-invitation'),
  'organization.getInvitation': get('/organization/get-invitation'),
  'organization.listInvitations': get('/organization/list-invitations'),
  'organization.listUserInvitations': get('/organization/list-user-invitations', since),
  'organization.createTeam': post('/organization/create-team'),
  'organization.updateTeam': post('/organization/update-team'),
  'organization.removeTeam': post('/organization/remove-team'),
  'organization.listTeams': get('/organization/list-teams'),
  'organization.setActiveTeam': post('/organization/set-active-team', since),
  'organization.listUserTeams': get('/organization/list-user-teams', since),
  'organization.listTeamMembers': get('/organization/list-team-members', since),
  'organization.addTeamMember': post('/organization/add-team-member', since),
  'organization.removeTeamMember': post('/organization/remove-team-member', since),
  'organization.createRole': post('/organization/create-role', since),
  'organization.updateRole': post('/organization/update-role', since),
  'organization.deleteRole': post('/organization/delete-role', since),
  'organization.listRoles': get('/organization/list-roles', since),
  'organization.getRole': get('/organization/get-role', since),
  'organization.hasPermission': post('/organization/has-permission'),
  'organization.checkRolePermission': local,
  'admin.listUsers': get('/admin/list-users'),
  'admin.getUser': get('/admin/get-user', since),
  'admin.createUser': post('/admin/create-user'),
  'admin.updateUser': { ...post('/admin/update-user', since), notHeld: BY_ADMINISTRATOR },
  'admin.setRole': post('/admin/set-role'),
  'admin.banUser': post('/admin/ban-user'),
  'admin.unbanUser': post('/admin/unban-user'),
  'admin.impersonateUser': post('/admin/impersonate-user'),
  'admin.stopImpersonating': post('/admin/stop-impersonating'),
  'admin.listUserSessions': post('/admin/list-user-sessions'),
  'admin.revokeUserSession': post('/admin/revoke-user-session'),
  'admin.revokeUserSessions': post('/admin/revoke-user-sessions'),
  'admin.removeUser': post('/admin/remove-user'),
  'admin.setUserPassword': post('/admin/set-user-password'),
  'admin.hasPermission': post('/admin/has-permission'),
  'admin.checkRolePermission': local,
  useSession: get('/get-session'),
  useListOrganizations: get('/organization/list'),
  useActiveOrganization: get('/organization/get-full-organization'),
  useActiveMember: get('/organization/get-active-member'),
  useActiveMemberRole: get('/organization/get-active-member-role', since),
} as const satisfies Readonly<Record<string, ClientCall>>

export type HeldAuthCall = HeldCall<typeof authCalls>

/** The omissions of each held call, where a version sends more than Guildhall reads. */
const limits: readonly string[] = [
  'A member is in at most one team: `addTeamMember` refuses a member of another team, and `inviteMember` takes one team.',
  'The `id` of a role is its name. A role that a member or an open invitation has keeps its name.',
  '`linkSocial` answers with the URL of the provider and does not take an id token.',
  '`admin.createUser` needs a password.',
  '`organization.setActive` answers `teams: null`, as 1.2.8 expects; `getFullOrganization` has the teams.',
]

/** The published client of the auth API. */
export const authClient: ClientFamily<typeof authCalls> = {
  packageName: 'better-auth',
  aliases: ['better-auth', 'better-auth-1-7'],
  calls: authCalls,
  limits,
}
