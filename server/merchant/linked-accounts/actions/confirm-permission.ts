import { allowsScope } from '#contract/allows-scope.ts'
import { scopesOfUser } from '#identity/organizations/index.ts'
import { findLiveToken } from '#merchant/tokens/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { LinkOwner } from '../state.ts'

/**
 * Whether who has started a connection may still write the benefits of the organization: they have been at the provider meanwhile, for up to
 * ten minutes.
 */
export async function isStillPermitted(
  platform: Platform,
  { organizationId, startedBy }: Extract<LinkOwner, { readonly kind: 'organization' }>,
  now: Date,
): Promise<boolean> {
  const { db } = platform.database
  const scopes =
    'userId' in startedBy
      ? await scopesOfUser(db, platform, { organizationId, userId: startedBy.userId, now })
      : ((await findLiveToken(db, { organizationId, id: startedBy.tokenId, now }))?.scopes ?? [])
  return allowsScope(scopes, 'benefits:write')
}
