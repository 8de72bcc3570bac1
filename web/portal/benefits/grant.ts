// What customers see of a benefit that they have, as `/v1/customer-portal/benefit-grants` answers it.
import type { StatusTone } from '#web/ui/text/status.tsx'
import type { AccountProvider } from '../api.ts'
import { t } from './messages.ts'

interface GrantFields {
  readonly id: string
  readonly benefitId: string
  readonly grantedAt: string | null
  readonly revokedAt: string | null
  readonly isGranted: boolean
  readonly isRevoked: boolean
  /** Why it could not be granted yet: `ACTION_REQUIRED` waits for the customer. */
  readonly error?: { readonly message: string; readonly type: string } | null | undefined
}

interface BenefitFields<Type extends string, Properties> {
  readonly id: string
  readonly type: Type
  readonly description: string
  readonly properties: Properties
}

interface GrantOf<Type extends string, BenefitProperties, Properties = object> extends GrantFields {
  readonly benefit: BenefitFields<Type, BenefitProperties>
  readonly properties: Properties
}

interface AccountProperties {
  readonly accountId?: string | null | undefined
}

export type DiscordGrant = GrantOf<'discord', { readonly guildId?: string }, AccountProperties>
export type RepositoryGrant = GrantOf<
  'github_repository',
  { readonly repositoryOwner: string; readonly repositoryName: string },
  AccountProperties
>
export type DownloadsGrant = GrantOf<'downloadables', object>
export type KeyGrant = GrantOf<'license_keys', object, { readonly licenseKeyId?: string; readonly displayKey?: string }>
export type NoteGrant = GrantOf<'custom', { readonly note: string | null }>
export type CreditGrant = GrantOf<'meter_credit', { readonly units: number; readonly rollover: boolean; readonly meterId: string }>

/** A benefit of a customer, by its kind. */
export type CustomerGrant = DiscordGrant | RepositoryGrant | DownloadsGrant | KeyGrant | NoteGrant | CreditGrant

/** The names of the providers are theirs: no language changes them. */
export const providerNames = { discord: 'Discord', github: 'GitHub' } as const satisfies Record<AccountProvider, string>

/** The provider whose account a benefit needs; null for the others. */
export function providerOf({ benefit }: CustomerGrant): AccountProvider | null {
  if (benefit.type === 'discord') return 'discord'
  return benefit.type === 'github_repository' ? 'github' : null
}

/** Whether the customer has it, or is to have it. */
export const isCurrent = ({ isRevoked }: CustomerGrant): boolean => !isRevoked

/** Whether it waits for the customer to link an account, or another one. */
export function needsAccount(grant: CustomerGrant): boolean {
  if (!isCurrent(grant) || grant.isGranted || providerOf(grant) === null) return false
  if (grant.error) return grant.error.type === 'ACTION_REQUIRED'
  return !('accountId' in grant.properties && grant.properties.accountId)
}

/** The status of a benefit: its tone and its word. */
export function grantStatus(grant: CustomerGrant): { readonly tone: StatusTone; readonly word: string } {
  if (grant.isRevoked) return { tone: 'ended', word: t('status.ended') }
  if (grant.isGranted) return { tone: 'good', word: t('status.granted') }
  if (needsAccount(grant)) return { tone: 'warn', word: t('status.needsYou') }
  return grant.error ? { tone: 'bad', word: t('status.failed') } : { tone: 'info', word: t('status.pending') }
}
