import type { Scope } from '#contract/access.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { auditChange } from '#platform/resource/object-audit.ts'
import { type AccessToken, tokenAudit } from '../model.ts'
import { tokenRefusals } from '../refusals.ts'
import { update } from '../rules.ts'
import { tokens } from '../store.ts'
import { heldScopes, type UserAuditContext } from './create-token.ts'

/** The token, looked up in `tenants`, and its changes. */
export interface UpdateTokenInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly changes: { readonly comment?: string | null | undefined; readonly scopes?: readonly Scope[] | null | undefined }
}

/** Updates a token's comment or scopes; its secret stays. */
export async function updateToken(tx: Tx, by: UserAuditContext, { tenants, id, changes }: UpdateTokenInput): Promise<AccessToken> {
  const token = (await tokens.lock(tx, tenants, id)) ?? refuse(tokenRefusals.ResourceNotFound)
  const next = update(token, changes, { heldScopes: heldScopes(by.caller, token.organizationId), now: by.now })
  if (next === token) return token
  await tokens.save(tx, next)
  await auditChange(tx, by, { audit: tokenAudit, action: 'organization_access_token.updated', model: next })
  return next
}
