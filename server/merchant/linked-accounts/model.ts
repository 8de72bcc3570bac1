import { z } from 'zod'
import { type Model, oneOf, recorded, text, time, uuid } from '#platform/resource/columns.ts'

export { actionRequired, type CallOutcome, done, type FailedCall, permanent, transient } from './call-outcome.ts'
export { type ReasonCode, reasonCodes } from './reasons.ts'

/** The providers of accounts that customers link. Their names are published. */
export const accountProviders = ['discord', 'github'] as const

/** A provider of accounts. */
export type AccountProviderId = (typeof accountProviders)[number]

/** The names of the providers for readers. */
export const providerTitles: Readonly<Record<AccountProviderId, 'Discord' | 'GitHub'>> = { discord: 'Discord', github: 'GitHub' }

export const linkedAccountColumns = {
  id: uuid().fixed(),
  organizationId: uuid().fixed(),
  customerId: uuid().fixed(),
  provider: oneOf(z.enum(accountProviders)).fixed(),
  /** The account's id at the provider, which never changes. */
  accountId: text(),
  accountName: text(),
  createdAt: time().fixed(),
  modifiedAt: time().nullable(),
} as const

/** An account at Discord or GitHub that a customer has linked. Times are the merchant's, in UTC. */
export type LinkedAccount = Model<typeof linkedAccountColumns>

export const connectionColumns = {
  ...recorded,
  provider: oneOf(z.enum(['github']))
    .fixed()
    .meta({ description: 'The provider of the account.' }),
  /** The account's id at the provider, which never changes. */
  accountId: text().meta({ description: 'The id of the account at the provider, which never changes.' }),
  accountName: text(),
} as const

/** The account with which a merchant shows what is theirs at a provider. Times are UTC. */
export type Connection = Model<typeof connectionColumns>

/**
 * The answer of a service about the thing that a benefit names, read before the benefit is saved. `absent`: the settings do not
 * configure the service · `fault`: why the benefit cannot name it, for the merchant · `valid`: the values to store.
 */
export type OutsideCheck<Value> =
  | { readonly kind: 'absent' }
  | { readonly kind: 'fault'; readonly sentence: string }
  | { readonly kind: 'valid'; readonly value: Value }

/** A guild whose bot may give the role. The token is sealed for its organization and does not expire. */
export interface CheckedGuild {
  readonly guildId: string
  readonly guildToken: string
}

/** A repository that the app and the merchant may administer, as GitHub writes its names. The id never changes. */
export interface CheckedRepository {
  readonly id: string
  readonly owner: string
  readonly name: string
}
