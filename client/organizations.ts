import { createAuthCall } from './auth.ts'
import type { Member, Organization } from './auth-types.ts'
import type { CallOptions, Http, Result } from './http.ts'
import type {
  FullOrganization,
  Invitation,
  InvitationPreview,
  MemberWithUser,
  OrganizationAuditPage,
  OrganizationAuditQuery,
  OrganizationRole,
  Permissions,
  RecipientInvitation,
  Team,
} from './organization-types.ts'
import type { Signals } from './signals.ts'

type RoleResult = Pick<OrganizationRole, 'name' | 'permissions'>
type Post<B, T> = (body: B, options?: CallOptions) => Promise<Result<T>>
type Get<Q, T> = (query: Q, options?: CallOptions) => Promise<Result<T>>

/** The calls inside an organization, by default the active one. A camelCase name is the kebab-case path below /api/auth/organization. */
export interface Organizations {
  /** Refuses a slug that is taken or reserved. */
  readonly checkSlug: Post<{ slug: string }, { status: boolean }>
  /** Null clears logo or metadata. */
  readonly update: Post<
    { organizationId?: string; data: { name?: string; slug?: string; logo?: string | null; metadata?: Record<string, unknown> | null } },
    Organization
  >
  readonly delete: Post<{ organizationId: string }, Organization>
  /** With members, invitations and teams. */
  readonly getFullOrganization: Get<{ organizationId?: string; organizationSlug?: string }, FullOrganization | null>
  readonly updateMemberRole: Post<{ memberId: string; role: string | readonly string[]; organizationId?: string }, Member>
  readonly removeMember: Post<{ memberIdOrEmail: string; organizationId?: string }, { member: MemberWithUser }>
  readonly leave: Post<{ organizationId: string }, MemberWithUser>
  /** Emails the link. With `resend` an open invitation is emailed again, with a new link and a new expiry. */
  readonly inviteMember: Post<
    { email: string; role: string | readonly string[]; organizationId?: string; resend?: boolean; teamId?: string | null },
    Invitation
  >
  /** `secret` is the secret of the emailed link, which verifies the email. The organization becomes the active one. */
  readonly acceptInvitation: Post<{ invitationId: string; secret?: string }, { invitation: Invitation; member: Member }>
  readonly rejectInvitation: Post<{ invitationId: string; secret?: string }, { invitation: Invitation; member: null }>
  readonly cancelInvitation: Post<{ invitationId: string }, Invitation>
  readonly getInvitation: Get<{ id: string; secret?: string }, RecipientInvitation>
  /** The content of the emailed link before sign-in. */
  readonly previewInvitation: Get<{ id: string; secret: string }, InvitationPreview>
  /** The URL of an invitation's page, without the secret of the emailed link. */
  readonly getInvitationLink: Get<{ id: string }, { url: string }>
  /** Newest first. An expired one is still `pending`. */
  readonly listInvitations: Get<{ organizationId?: string; status?: Invitation['status']; limit?: number; offset?: number }, Invitation[]>
  /** The invitations that the caller can answer, newest first; none before their email is verified. */
  readonly listUserInvitations: (options?: CallOptions) => Promise<Result<RecipientInvitation[]>>
  readonly createTeam: Post<{ name: string; organizationId?: string }, Team>
  readonly updateTeam: Post<{ teamId: string; data: { name?: string; organizationId?: string } }, Team>
  readonly removeTeam: Post<{ teamId: string; organizationId?: string }, { message: string }>
  /** A page of the members, oldest first, and the total. */
  readonly listMembers: Get<
    { organizationId?: string; limit?: number; offset?: number; search?: string },
    { members: MemberWithUser[]; total: number }
  >
  /** Null removes the member from their team. */
  readonly setMemberTeam: Post<{ memberId: string; teamId: string | null; organizationId?: string }, Member>
  readonly listRoles: Get<{ organizationId?: string }, OrganizationRole[]>
  readonly createRole: Post<{ name: string; permissions: Permissions; organizationId?: string }, RoleResult>
  readonly updateRole: Post<{ name: string; permissions: Permissions; organizationId?: string }, RoleResult>
  readonly deleteRole: Post<{ name: string; organizationId?: string }, RoleResult>
  /** The audit log of the organization, newest first. */
  readonly listAuditEntries: Get<OrganizationAuditQuery, OrganizationAuditPage>
}

/** `navigate` is that of `createAuth`. */
export function createOrganizations(http: Http, signals: Signals, navigate?: (url: string) => void): Organizations {
  const call = createAuthCall(http, signals, navigate)
  const post =
    <B, T>(path: string): Post<B, T> =>
    (body, options) =>
      call('POST', `/organization/${path}`, { body, options })
  const get =
    <Q extends object, T>(path: string): Get<Q, T> =>
    (query, options) =>
      call('GET', `/organization/${path}`, { query: query as Readonly<Record<string, unknown>>, options })
  return {
    checkSlug: post('check-slug'),
    update: post('update'),
    delete: post('delete'),
    getFullOrganization: get('get-full-organization'),
    updateMemberRole: post('update-member-role'),
    removeMember: post('remove-member'),
    leave: post('leave'),
    inviteMember: post('invite-member'),
    acceptInvitation: post('accept-invitation'),
    rejectInvitation: post('reject-invitation'),
    cancelInvitation: post('cancel-invitation'),
    getInvitation: get('get-invitation'),
    previewInvitation: get('preview-invitation'),
    getInvitationLink: get('get-invitation-link'),
    listInvitations: get('list-invitations'),
    listUserInvitations: (options) => call('GET', '/organization/list-user-invitations', { options }),
    createTeam: post('create-team'),
    updateTeam: post('update-team'),
    removeTeam: post('remove-team'),
    listMembers: get('list-members'),
    setMemberTeam: post('set-member-team'),
    listRoles: get('list-roles'),
    createRole: post('create-role'),
    updateRole: post('update-role'),
    deleteRole: post('delete-role'),
    listAuditEntries: get('list-audit-entries'),
  }
}
