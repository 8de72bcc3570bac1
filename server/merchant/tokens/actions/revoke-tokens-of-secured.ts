import { findSoleOwnerships, ownershipRoles } from '#identity/organizations/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { tokenAudit } from '../model.ts'
import { deleteTokensOf } from '../store.ts'

/** A user whose account was secured, and the time until which its tokens belong to the user who created it. */
export interface SecuredUser {
  readonly userId: string
  readonly createdUntil: Date
  readonly now: Date
}

/**
 * Revokes the tokens of every organization that only this user owns: the user who created the account may have kept their secrets. An
 * organization with another owner is theirs to review. Running it again does nothing more.
 */
export async function revokeTokensOfSecured(tx: Tx, platform: Platform, { userId, createdUntil, now }: SecuredUser): Promise<void> {
  const organizationIds = await findSoleOwnerships(tx, userId, ownershipRoles(platform.settings.ORGANIZATION_CREATOR_ROLE))
  for (const token of await deleteTokensOf(tx, organizationIds, createdUntil)) {
    await platform.audit.append(tx, {
      action: 'organization_access_token.deleted',
      organizationId: token.organizationId,
      userId,
      caller: { kind: 'anonymous' },
      target: { type: tokenAudit.type, id: token.id },
      details: tokenAudit.details(token),
      now,
    })
  }
}
