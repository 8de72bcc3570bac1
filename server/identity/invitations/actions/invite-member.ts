import { countSender, mailing } from '#identity/mail/index.ts'
import { heldMembershipOf, mayGive, readRoles, rolesFor } from '#identity/organizations/index.ts'
import type { Invitation, Membership } from '#identity/organizations/model.ts'
import { authorizes, type Roles, rolesOf } from '#kernel/access.ts'
import { isId } from '#kernel/id.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import { TooOften } from '#platform/http/guard/limits.ts'
import type { Standing } from '../model.ts'
import { lookForInvited, mayInvite } from '../reads.ts'
import { invitationRefusals as refusals } from '../refusals.ts'
import { refuseInviting } from '../rules.ts'
import { draftInvitation, writeInvitation } from './draft-invitation.ts'

/** Who is to be invited, as what. */
export interface Inviting {
  /** As it was given: whatever is no id is no organization. */
  readonly organizationId: string
  /** Folded. */
  readonly email: string
  readonly role: string | readonly string[]
  readonly teamId: string | null
  /** Whether an invitation that is open is mailed again instead of being refused. */
  readonly resends: boolean
}

/** A person who acts, and the way to a transaction. */
export type Inviter = AuditContext & {
  readonly caller: UserCaller
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

const MAY_INVITE = { invitation: ['create'] }

/**
 * Invites an address to an organization and orders the letter. Where the roles of the settings alone decide it is one statement,
 * guarded by everything that must hold; whatever that statement does not take is decided with the organization held, and refused
 * in words. Limits hold under any race.
 */
export async function inviteMember(by: Inviter, inviting: Inviting): Promise<Invitation> {
  countSender(by.platform, by)
  return (await inviteAtOnce(by, inviting)) ?? by.transaction((tx) => inviteHeld(tx, by, inviting))
}

async function inviteAtOnce(
  by: Inviter,
  { organizationId, email, role: given, teamId, resends }: Inviting,
): Promise<Invitation | undefined> {
  const { platform, caller, now } = by
  const { settings, limits, database } = platform
  const configured = rolesFor(platform, {})
  const role = knownRole(given, configured)
  if (resends || role === undefined || !isId(organizationId) || (teamId !== null && !isId(teamId))) return undefined
  const roles = Object.keys(configured).filter((held) => maySingly(held, role, configured))
  const inviterId = caller.user.id
  const invited = { organizationId, email, teamId, now }
  const guard = mayInvite(limits, { ...invited, inviterId, roles, limit: settings.INVITATION_LIMIT })
  const draft = draftInvitation(by, { organizationId, email, role, teamId, inviterId })
  try {
    return await batchStatements(database.db, (tx) => writeInvitation(tx, by, { draft, as: 'created' }), guard)
  } catch (error) {
    if (error instanceof GuardFailed) return undefined
    throw error
  }
}

// Roles that an organization made are known to its rows alone.
function knownRole(given: Inviting['role'], roles: Roles): string | undefined {
  const names = [given].flat().flatMap(rolesOf)
  return names.every((name) => Object.hasOwn(roles, name)) ? readRoles(given, roles) : undefined
}

function maySingly(held: string, role: string, roles: Roles): boolean {
  return authorizes(held, MAY_INVITE, roles) && mayGive({ member: { role: held }, roles } as Membership, role)
}

async function inviteHeld(tx: Tx, by: Inviter, inviting: Inviting): Promise<Invitation> {
  const { platform, caller, now } = by
  const { organizationId, email, teamId, resends } = inviting
  const inviterId = caller.user.id
  const membership = (await heldMembershipOf(tx, platform, { organizationId, userId: inviterId })) ?? refuse(refusals.memberNotFound)
  const role = readableRole(membership, inviting.role)
  const look = await lookForInvited(tx, platform.limits, { organizationId, email, teamId, now })
  const { openId, waitSeconds, ...rest } = look
  const isInvited = openId !== null
  const limit = platform.settings.INVITATION_LIMIT
  refuseInviting({ ...rest, isInvited, resends, limit, inviter: { mayInvite: mayStill(membership), mayGive: mayGive(membership, role) } })
  if (waitSeconds > 0) throw new TooOften(mailing.recipient, waitSeconds)
  const draft = draftInvitation(by, { organizationId, email, role, teamId, inviterId, ...(openId !== null && { id: openId }) })
  return writeInvitation(tx, by, { draft, as: isInvited ? 'renewed' : 'created' })
}

// Whoever may invite nobody is not told which roles there are.
function readableRole(membership: Membership, given: Inviting['role']): string {
  refuseWhen(!mayStill(membership), refusals.notAllowedToInvite)
  return readRoles(given, membership.roles)
}

/** Whether the member may invite people at all. */
export function mayStill({ member, roles }: Standing): boolean {
  return authorizes(member.role, MAY_INVITE, roles)
}
