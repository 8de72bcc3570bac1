import { countRequester, emailLimits } from '#identity/mail/index.ts'
import { findLockedMembership, mayGrant, readRoles, rolesFor } from '#identity/organizations/index.ts'
import type { Invitation, Membership } from '#identity/organizations/model.ts'
import { authorizes, type Roles, requestedRoles } from '#kernel/access.ts'
import { isId } from '#kernel/id.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import type { Tx } from '#platform/database/database.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { MembershipPermissions } from '../model.ts'
import { inviteGuard, readInviteState } from '../reads.ts'
import { invitationRefusals as refusals } from '../refusals.ts'
import { refuseInvite } from '../rules.ts'
import { draftInvitation, writeInvitation } from './draft-invitation.ts'

/** The invited email, its organization, role and team. */
export interface InviteMemberInput {
  /** As it was requested: a text that is not an id names no organization. */
  readonly organizationId: string
  /** Folded. */
  readonly email: string
  readonly role: string | readonly string[]
  readonly teamId: string | null
  /** Whether an open invitation is mailed again instead of being refused. */
  readonly resends: boolean
}

/** The signed-in inviter, and a transaction runner. */
export type InviteMemberContext = AuditContext & {
  readonly caller: UserCaller
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

const MAY_INVITE = { invitation: ['create'] }

/**
 * Invites an email to an organization and enqueues the email. If the roles of the settings alone decide, it is one statement with a
 * guard of all conditions. If that guard fails, the invitation is decided with the organization locked, which finds the reason of a
 * refusal. Limits hold under concurrency.
 */
export async function inviteMember(by: InviteMemberContext, input: InviteMemberInput): Promise<Invitation> {
  countRequester(by.platform, by)
  return (await inviteInOneStatement(by, input)) ?? by.transaction((tx) => inviteUnderLock(tx, by, input))
}

async function inviteInOneStatement(
  by: InviteMemberContext,
  { organizationId, email, role: requestedRole, teamId, resends }: InviteMemberInput,
): Promise<Invitation | undefined> {
  const { platform, caller, now } = by
  const { settings, limits, database } = platform
  const configured = rolesFor(platform, {})
  const role = configuredRole(requestedRole, configured)
  if (resends || role === undefined || !isId(organizationId) || (teamId !== null && !isId(teamId))) return undefined
  const roles = Object.keys(configured).filter((name) => mayRoleInvite(name, role, configured))
  const inviterId = caller.user.id
  const target = { organizationId, email, teamId, now }
  const guard = inviteGuard(limits, { ...target, inviterId, roles, limit: settings.INVITATION_LIMIT })
  const draft = draftInvitation(by, { organizationId, email, role, teamId, inviterId })
  try {
    return await batchStatements(database.db, (tx) => writeInvitation(tx, by, { draft, as: 'created' }), guard)
  } catch (error) {
    if (error instanceof GuardFailed) return undefined
    throw error
  }
}

// Custom roles of an organization are stored in its rows only.
function configuredRole(requestedRole: InviteMemberInput['role'], roles: Roles): string | undefined {
  const isConfigured = requestedRoles(requestedRole)?.every((name) => Object.hasOwn(roles, name))
  return isConfigured ? readRoles(requestedRole, roles) : undefined
}

function mayRoleInvite(name: string, role: string, roles: Roles): boolean {
  return authorizes(name, MAY_INVITE, roles) && mayGrant({ member: { role: name }, roles } as Membership, role)
}

async function inviteUnderLock(tx: Tx, by: InviteMemberContext, input: InviteMemberInput): Promise<Invitation> {
  const { platform, caller, now } = by
  const { organizationId, email, teamId, resends } = input
  const inviterId = caller.user.id
  const membership = (await findLockedMembership(tx, platform, { organizationId, userId: inviterId })) ?? refuse(refusals.memberNotFound)
  const role = grantableRole(membership, input.role)
  const state = await readInviteState(tx, platform.limits, { organizationId, email, teamId, now })
  const { openId, waitSeconds, ...rest } = state
  const isInvited = openId !== null
  const limit = platform.settings.INVITATION_LIMIT
  refuseInvite({
    ...rest,
    isInvited,
    resends,
    limit,
    inviter: { mayInvite: mayInviteMembers(membership), mayGrant: mayGrant(membership, role) },
  })
  if (waitSeconds > 0) throw new TooManyRequests(emailLimits.recipient, waitSeconds)
  const draft = draftInvitation(by, { organizationId, email, role, teamId, inviterId, ...(openId !== null && { id: openId }) })
  return writeInvitation(tx, by, { draft, as: isInvited ? 'renewed' : 'created' })
}

// A member without the permission to invite must not learn which roles exist.
function grantableRole(membership: Membership, requestedRole: InviteMemberInput['role']): string {
  refuseWhen(!mayInviteMembers(membership), refusals.notAllowedToInvite)
  return readRoles(requestedRole, membership.roles)
}

/** Whether the member has the permission to invite. */
export function mayInviteMembers({ member, roles }: MembershipPermissions): boolean {
  return authorizes(member.role, MAY_INVITE, roles)
}
