// The state of a grant as merchants see it, and what they can do about a failure. Pure.
import type { BenefitGrant } from '#client/index.ts'
import { benefitKinds } from '../benefits/kinds.ts'

/** `waiting`: until the customer acts. */
export type GrantState = 'pending' | 'granted' | 'waiting' | 'failed' | 'revoked'

/** The states in which the customer or the merchant has to act. */
export const failureStates = ['failed', 'waiting'] as const satisfies readonly GrantState[]

type StateFields = Pick<BenefitGrant, 'error' | 'isGranted' | 'isRevoked'>

/** The state of a grant: an error counts before all else. The filter `state` of the server is the same. */
export function grantState({ error, isGranted, isRevoked }: StateFields): GrantState {
  if (error !== null) return error.type === 'ACTION_REQUIRED' ? 'waiting' : 'failed'
  if (isRevoked) return 'revoked'
  return isGranted ? 'granted' : 'pending'
}

/** Since when it has its state. */
export function stateSince({ error, grantedAt, revokedAt, createdAt }: BenefitGrant): string {
  return error?.timestamp ?? revokedAt ?? grantedAt ?? createdAt
}

/** The sentence that says what to do about a failure. */
export type GrantFix = 'revocation' | 'transient' | `${'waiting' | 'failed'}.${'discord' | 'github' | 'other'}`

/** The fix for a failure; undefined where there is no failure. */
export function fixOf(grant: StateFields & { readonly benefit: Pick<BenefitGrant['benefit'], 'type'> }): GrantFix | undefined {
  const state = grantState(grant)
  if (state !== 'waiting' && state !== 'failed') return undefined
  if (grant.isRevoked) return 'revocation'
  if (grant.error?.type === 'TRANSIENT') return 'transient'
  return `${state}.${benefitKinds[grant.benefit.type]?.provider ?? 'other'}`
}
