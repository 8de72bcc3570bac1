import { createAuthCall } from './auth.ts'
import type { Http } from './http.ts'
import type { BodyCall, OperationId, PlainCall, QueryCall } from './operations.ts'
import type { Signals } from './signals.ts'

/** The calls inside an organization, by default the active one. A camelCase name is the kebab-case path below /api/auth/organization. */
export interface Organizations {
  /** Refuses a slug that is taken or reserved. */
  readonly checkSlug: BodyCall<'organization:check-slug'>
  /** Null clears logo or metadata. */
  readonly update: BodyCall<'organization:update'>
  readonly delete: BodyCall<'organization:delete'>
  /** With members, invitations and teams. */
  readonly getFullOrganization: QueryCall<'organization:get-full-organization'>
  readonly updateMemberRole: BodyCall<'organization:update-member-role'>
  readonly removeMember: BodyCall<'organization:remove-member'>
  readonly leave: BodyCall<'organization:leave'>
  /** Emails the link. With `resend` an open invitation is emailed again, with a new link and a new expiry. */
  readonly inviteMember: BodyCall<'organization:invite-member'>
  /** `secret` is the secret of the emailed link, which verifies the email. The organization becomes the active one. */
  readonly acceptInvitation: BodyCall<'organization:accept-invitation'>
  readonly rejectInvitation: BodyCall<'organization:reject-invitation'>
  readonly cancelInvitation: BodyCall<'organization:cancel-invitation'>
  readonly getInvitation: QueryCall<'organization:get-invitation'>
  /** The content of the emailed link before sign-in. */
  readonly previewInvitation: QueryCall<'organization:preview-invitation'>
  /** The URL of an invitation's page, without the secret of the emailed link. */
  readonly getInvitationLink: QueryCall<'organization:get-invitation-link'>
  /** Newest first. An expired one is still `pending`. */
  readonly listInvitations: QueryCall<'organization:list-invitations'>
  /** The invitations that the caller can answer, newest first; none before their email is verified. */
  readonly listUserInvitations: PlainCall<'organization:list-user-invitations'>
  readonly createTeam: BodyCall<'organization:create-team'>
  readonly updateTeam: BodyCall<'organization:update-team'>
  readonly removeTeam: BodyCall<'organization:remove-team'>
  /** A page of the members, oldest first, and the total. */
  readonly listMembers: QueryCall<'organization:list-members'>
  /** Null removes the member from their team. */
  readonly setMemberTeam: BodyCall<'organization:set-member-team'>
  readonly listRoles: QueryCall<'organization:list-roles'>
  readonly createRole: BodyCall<'organization:create-role'>
  readonly updateRole: BodyCall<'organization:update-role'>
  readonly deleteRole: BodyCall<'organization:delete-role'>
  /** The audit log of the organization, newest first. */
  readonly listAuditEntries: QueryCall<'auth:organization-list-audit-entries'>
}

/** `navigate` is that of `createAuth`. */
export function createOrganizations(http: Http, signals: Signals, navigate?: (url: string) => void): Organizations {
  const call = createAuthCall(http, signals, navigate)
  const post =
    <Id extends OperationId>(path: string): BodyCall<Id> =>
    (body, options) =>
      call('POST', `/organization/${path}`, { body, options })
  const get =
    <Id extends OperationId>(path: string): QueryCall<Id> =>
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
