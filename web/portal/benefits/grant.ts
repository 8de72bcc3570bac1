// The view of a benefit for customers who have it.
import type { CustomerBenefitGrant as CustomerGrant } from '#client/wire.ts'
import { benefitKinds } from '#web/parts/benefits/kinds.ts'
import type { StatusTone } from '#web/ui/text/status.tsx'
import type { AccountProvider } from '../api.ts'
import { t } from './messages.ts'

export type { CustomerBenefitGrant as CustomerGrant } from '#client/wire.ts'

/** The names of the providers are theirs: no language changes them. */
export const providerNames = { discord: 'Discord', github: 'GitHub' } as const satisfies Record<AccountProvider, string>

/** The provider whose account a benefit needs; null for the others. */
export const providerOf = ({ benefit }: CustomerGrant): AccountProvider | null => benefitKinds[benefit.type].provider

/** Whether the customer has it, or is to have it. */
export const isCurrent = ({ isRevoked }: CustomerGrant): boolean => !isRevoked

/** Whether it waits for the customer to link an account, or another one. */
export function needsAccount(grant: CustomerGrant): boolean {
  if (!isCurrent(grant) || grant.isGranted || providerOf(grant) === null) return false
  if (grant.error) return grant.error.type === 'ACTION_REQUIRED'
  return !('account_id' in grant.properties && grant.properties.account_id)
}

/** The status of a benefit: its tone and its word. */
export function grantStatus(grant: CustomerGrant): { readonly tone: StatusTone; readonly word: string } {
  if (grant.isRevoked) return { tone: 'ended', word: t('status.ended') }
  if (grant.isGranted) return { tone: 'good', word: t('status.granted') }
  if (needsAccount(grant)) return { tone: 'warn', word: t('status.needsYou') }
  return grant.error ? { tone: 'bad', word: t('status.failed') } : { tone: 'info', word: t('status.pending') }
}
