import type { Scope } from '#kernel/access.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { AccessToken } from '../model.ts'
import { tokenRefusals } from '../refusals.ts'
import { updateToken } from '../rules.ts'
import { lockToken, saveToken } from '../store.ts'
import { auditToken, type ByPerson, heldScopes } from './make-token.ts'

/** Which token is to change, looked for in the organizations where the person may, and how. */
export interface ChangedToken {
  readonly tenants: readonly string[]
  readonly id: string
  readonly changes: { readonly comment?: string | null | undefined; readonly scopes?: readonly Scope[] | null | undefined }
}

/** Changes a token's comment or scopes; its secret stays. */
export async function changeToken(tx: Tx, by: ByPerson, { tenants, id, changes }: ChangedToken): Promise<AccessToken> {
  const token = (await lockToken(tx, tenants, id)) ?? refuse(tokenRefusals.ResourceNotFound)
  const next = updateToken(token, changes, { heldScopes: heldScopes(by.caller, token.organizationId), now: by.now })
  await saveToken(tx, next)
  await auditToken(tx, by, { action: 'organization_access_token.updated', token: next })
  return next
}
