import type { Scope } from '#contract/access.ts'
import { orUnchanged } from '#kernel/changes/unchanged.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import type { AccessToken } from './model.ts'

/** The longest lifetime of a token that expires, in seconds: ten years. */
export const LIFE_MAXIMUM_SECONDS = 315_360_000
/** A use is recorded at most once in this many seconds. */
export const USE_INTERVAL_SECONDS = 60

export interface TokenDraft {
  readonly comment: string
  readonly scopes: readonly Scope[]
  /** Seconds from now; null: does not expire. */
  readonly expiresInSeconds: number | null
}

/** Creates a token of an organization. The user can grant only scopes that they hold there. */
export function create(
  draft: TokenDraft,
  context: { readonly id: string; readonly organizationId: string; readonly heldScopes: readonly Scope[]; readonly now: Date },
): AccessToken {
  const problems: Problem[] = [...scopeProblems(draft.scopes, context.heldScopes)]
  const seconds = draft.expiresInSeconds
  if (seconds !== null && (seconds < 1 || seconds > LIFE_MAXIMUM_SECONDS)) {
    problems.push(valueProblem(['body', 'expires_in'], 'A token lives from one second to ten years.'))
  }
  refuseProblems(problems)
  return {
    id: context.id,
    organizationId: context.organizationId,
    comment: draft.comment,
    scopes: [...new Set(draft.scopes)],
    expiresAt: seconds === null ? null : new Date(context.now.getTime() + seconds * 1000),
    lastUsedAt: null,
    createdAt: context.now,
    modifiedAt: null,
  }
}

/** Updates a token's comment or scopes; an omitted or null field stays. */
export function update(
  token: AccessToken,
  changes: { readonly comment?: string | null | undefined; readonly scopes?: readonly Scope[] | null | undefined },
  by: { readonly heldScopes: readonly Scope[]; readonly now: Date },
): AccessToken {
  const added = (changes.scopes ?? []).filter((scope) => !token.scopes.includes(scope))
  refuseProblems(scopeProblems(added, by.heldScopes))
  return orUnchanged(token, {
    ...token,
    comment: changes.comment ?? token.comment,
    scopes: changes.scopes ? [...new Set(changes.scopes)] : token.scopes,
    modifiedAt: by.now,
  })
}

/** Whether a use at this instant is recorded. */
export function isUseRecorded(token: Pick<AccessToken, 'lastUsedAt'>, now: Date): boolean {
  return token.lastUsedAt === null || now.getTime() - token.lastUsedAt.getTime() >= USE_INTERVAL_SECONDS * 1000
}

function scopeProblems(scopes: readonly Scope[], held: readonly Scope[]): Problem[] {
  const missing = scopes.filter((scope) => !held.includes(scope))
  return missing.length > 0 ? [valueProblem(['body', 'scopes'], `You do not hold ${missing.join(', ')} yourself.`)] : []
}
