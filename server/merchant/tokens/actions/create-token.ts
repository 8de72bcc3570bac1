import { isScope, type Scope } from '#contract/access.ts'
import { newToken } from '#contract/token.ts'
import { newId } from '#kernel/id.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { withinLimit } from '#platform/resource/limit.ts'
import { auditChange } from '#platform/resource/object-audit.ts'
import { type AccessToken, TOKEN_PREFIX, tokenAudit } from '../model.ts'
import { create, type TokenDraft } from '../rules.ts'
import { tokenLimit, tokens } from '../store.ts'

/** Only a user may manage tokens; an access token may not. */
export type UserAuditContext = AuditContext & { readonly caller: UserCaller }

/** The new token and its secret, which is shown only once. */
export interface CreateTokenResult {
  readonly token: AccessToken
  readonly secret: string
}

/** A new token and its organization. */
export interface CreateTokenInput {
  readonly organizationId: string
  readonly draft: TokenDraft
}

/** Creates an access token of an organization within the limit. */
export async function createToken(tx: Tx, by: UserAuditContext, input: CreateTokenInput): Promise<CreateTokenResult> {
  const { platform, caller, now } = by
  const { organizationId, draft } = input
  const token = create(draft, { id: newId(now), organizationId, heldScopes: heldScopes(caller, organizationId), now })
  const secret = newToken(TOKEN_PREFIX)
  await withinLimit(platform, { limit: tokenLimit, owner: organizationId }, (organization_id) =>
    tokens.insert(tx, token, { organization_id, digest: platform.secrets.digest(secret) }),
  )
  await auditChange(tx, by, { audit: tokenAudit, action: 'organization_access_token.created', model: token })
  return { token, secret }
}

/** The scopes that a user holds in an organization, and so may grant. */
export function heldScopes(caller: UserCaller, organizationId: string): Scope[] {
  return [...(caller.scopes.get(organizationId) ?? [])].filter(isScope)
}
