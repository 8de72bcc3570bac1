import { isScope, type Scope } from '#kernel/access.ts'
import { newId } from '#kernel/id.ts'
import { newToken } from '#kernel/token.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import { type AccessToken, TOKEN_PREFIX } from '../model.ts'
import { createToken, type TokenDraft } from '../rules.ts'
import { insertToken } from '../store.ts'

/** A person acts on tokens; a program may not. */
export type ByPerson = AuditContext & { readonly caller: UserCaller }

/** A token just made, and its secret, which is shown this once. */
export interface MadeToken {
  readonly token: AccessToken
  readonly secret: string
}

/** Whose token, and what it is to be. */
export interface NewToken {
  readonly organizationId: string
  readonly draft: TokenDraft
}

/** Makes an access token of an organization. */
export async function makeToken(tx: Tx, by: ByPerson, given: NewToken): Promise<MadeToken> {
  const { platform, caller, now } = by
  const { organizationId, draft } = given
  const token = createToken(draft, { id: newId(now), organizationId, heldScopes: heldScopes(caller, organizationId), now })
  const secret = newToken(TOKEN_PREFIX)
  await insertToken(tx, token, platform.secrets.digest(secret))
  await auditToken(tx, by, { action: 'organization_access_token.created', token })
  return { token, secret }
}

/** The scopes that a person holds in an organization, and so may give. */
export function heldScopes(caller: UserCaller, organizationId: string): Scope[] {
  return [...(caller.scopes.get(organizationId) ?? [])].filter(isScope)
}

/** Writes down what was done to a token. */
export function auditToken(
  tx: Tx,
  by: ByPerson,
  { action, token }: { readonly action: string; readonly token: AccessToken },
): Promise<void> {
  return auditBy(tx, by, {
    action,
    organizationId: token.organizationId,
    target: { type: 'organization_access_token', id: token.id },
    details: { comment: token.comment, scopes: token.scopes.join(' ') },
  })
}
