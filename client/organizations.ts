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
  ShownInvitation,
  Team,
} from './organization-types.ts'
import type { Signals } from './signals.ts'

type MadeRole = Pick<OrganizationRole, 'name' | 'permissions'>
type Posting<B, T> = (body: B, options?: CallOptions) => Promise<Result<T>>
type Getting<Q, T> = (query: Q, options?: CallOptions) => Promise<Result<T>>

/** The calls inside an organization; without `organizationId` they mean the active one. A camelCase name is the kebab-case path below /api/auth/organization. */
export interface Organizations {
  /** Refuses a slug that is taken or reserved. */
  readonly checkSlug: Posting<{ slug: string }, { status: boolean }>
  /** Null takes logo or metadata away. */
  readonly update: Posting<
    { organizationId?: string; data: { name?: string; slug?: string; logo?: string | null; metadata?: Record<string, unknown> | null } },
    Organization
  >
  readonly delete: Posting<{ organizationId: string }, Organization>
  /** With members, invitations and teams. */
  readonly getFullOrganization: Getting<{ organizationId?: string; organizationSlug?: string }, FullOrganization | null>
  readonly updateMemberRole: Posting<{ memberId: string; role: string | readonly string[]; organizationId?: string }, Member>
  readonly removeMember: Posting<{ memberIdOrEmail: string; organizationId?: string }, { member: MemberWithUser }>
  readonly leave: Posting<{ organizationId: string }, MemberWithUser>
  /** Mails the link. With `resend` an invitation that is open is mailed again, with a new link and a new end. */
  readonly inviteMember: Posting<
    { email: string; role: string | readonly string[]; organizationId?: string; resend?: boolean; teamId?: string | null },
    Invitation
  >
  /** `secret` is that of the mailed link, which proves the address. The organization becomes the active one. */
  readonly acceptInvitation: Posting<{ invitationId: string; secret?: string }, { invitation: Invitation; member: Member }>
  readonly rejectInvitation: Posting<{ invitationId: string; secret?: string }, { invitation: Invitation; member: null }>
  readonly cancelInvitation: Posting<{ invitationId: string }, Invitation>
  readonly getInvitation: Getting<{ id: string; secret?: string }, ShownInvitation>
  /** What the mailed link shows before anybody is signed in. */
  readonly previewInvitation: Getting<{ id: string; secret: string }, InvitationPreview>
  /** The page of an invitation, without the secret of the mailed link. */
  readonly getInvitationLink: Getting<{ id: string }, { url: string }>
  /** The latest first. One that is over is pending still. */
  readonly listInvitations: Getting<
    { organizationId?: string; status?: Invitation['status']; limit?: number; offset?: number },
    Invitation[]
  >
  /** Those that the caller can answer, the latest first; none before their address is verified. */
  readonly listUserInvitations: (options?: CallOptions) => Promise<Result<ShownInvitation[]>>
  readonly createTeam: Posting<{ name: string; organizationId?: string }, Team>
  readonly updateTeam: Posting<{ teamId: string; data: { name?: string; organizationId?: string } }, Team>
  readonly removeTeam: Posting<{ teamId: string; organizationId?: string }, { message: string }>
  /** Null takes the member out of their team. */
  /** A page of the members, the first who joined first, and how many there are. */
  readonly listMembers: Getting<
    { organizationId?: string; limit?: number; offset?: number; search?: string },
    { members: MemberWithUser[]; total: number }
  >
  readonly setMemberTeam: Posting<{ memberId: string; teamId: string | null; organizationId?: string }, Member>
  readonly listRoles: Getting<{ organizationId?: string }, OrganizationRole[]>
  readonly createRole: Posting<{ name: string; permissions: Permissions; organizationId?: string }, MadeRole>
  readonly updateRole: Posting<{ name: string; permissions: Permissions; organizationId?: string }, MadeRole>
  readonly deleteRole: Posting<{ name: string; organizationId?: string }, MadeRole>
  /** What was done in the organization, the latest first. */
  readonly listAuditEntries: Getting<OrganizationAuditQuery, OrganizationAuditPage>
}

/** `navigate` is that of `createAuth`. */
export function createOrganizations(http: Http, signals: Signals, navigate?: (url: string) => void): Organizations {
  const call = createAuthCall(http, signals, navigate)
  const posting =
    <B, T>(path: string): Posting<B, T> =>
    (body, options) =>
      call('POST', `/organization/${path}`, { body, options })
  const getting =
    <Q extends object, T>(path: string): Getting<Q, T> =>
    (query, options) =>
      call('GET', `/organization/${path}`, { query: query as Readonly<Record<string, unknown>>, options })
  return {
    checkSlug: posting('check-slug'),
    update: posting('update'),
    delete: posting('delete'),
    getFullOrganization: getting('get-full-organization'),
    updateMemberRole: posting('update-member-role'),
    removeMember: posting('remove-member'),
    leave: posting('leave'),
    inviteMember: posting('invite-member'),
    acceptInvitation: posting('accept-invitation'),
    rejectInvitation: posting('reject-invitation'),
    cancelInvitation: posting('cancel-invitation'),
    getInvitation: getting('get-invitation'),
    previewInvitation: getting('preview-invitation'),
    getInvitationLink: getting('get-invitation-link'),
    listInvitations: getting('list-invitations'),
    listUserInvitations: (options) => call('GET', '/organization/list-user-invitations', { options }),
    createTeam: posting('create-team'),
    updateTeam: posting('update-team'),
    removeTeam: posting('remove-team'),
    listMembers: getting('list-members'),
    setMemberTeam: posting('set-member-team'),
    listRoles: getting('list-roles'),
    createRole: posting('create-role'),
    updateRole: posting('update-role'),
    deleteRole: posting('delete-role'),
    listAuditEntries: getting('list-audit-entries'),
  }
}
