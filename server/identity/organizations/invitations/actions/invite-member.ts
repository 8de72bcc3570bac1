import { countRequester, recipientRule } from '#identity/mail/index.ts'
import type { Invitation } from '#identity/organizations/model.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import { batchStatements, GuardFailed } from '#platform/database/batch-statements.ts'
import type { RunTransaction } from '#platform/database/database.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { inviteGuard, readInviteState, type StoredInviteState } from '../reads.ts'
import { invite } from '../rules.ts'
import { draftInvitation, type WriteInvitationInput, writeInvitation } from './draft-invitation.ts'

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
  readonly transaction: RunTransaction
}

/**
 * Invites an email to an organization and enqueues the email: one statement reads what decides, a second one writes if nothing of it
 * has changed. Otherwise it is decided again with the organization locked. Limits hold under concurrency.
 */
export async function inviteMember(by: InviteMemberContext, input: InviteMemberInput): Promise<Invitation> {
  const { platform, caller, now } = by
  const { db } = platform.database
  countRequester(platform, by)
  const { organizationId, email, teamId } = input
  const target = { organizationId, email, teamId, inviterId: caller.user.id, now }
  const found = await readInviteState(db, platform, { ...target, locked: false })
  const written = decide(by, input, found)
  try {
    return await batchStatements(db, (tx) => writeInvitation(tx, by, written), inviteGuard(target, found.version))
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error
  }
  return by.transaction(async (tx) =>
    writeInvitation(tx, by, decide(by, input, await readInviteState(tx, platform, { ...target, locked: true }))),
  )
}

function decide(by: InviteMemberContext, input: InviteMemberInput, { state, waitSeconds }: StoredInviteState): WriteInvitationInput {
  const { organizationId, email, teamId, resends } = input
  const { role, renewedId } = invite(state, { role: input.role, resends, limit: by.platform.settings.INVITATION_LIMIT })
  if (waitSeconds > 0) throw new TooManyRequests(recipientRule('invitation'), waitSeconds)
  const content = { organizationId, email, role, teamId, inviterId: by.caller.user.id }
  return renewedId === null
    ? { draft: draftInvitation(by, content), as: 'created' }
    : { draft: draftInvitation(by, { ...content, id: renewedId }), as: 'renewed' }
}
