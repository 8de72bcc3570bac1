// The effects of granting each kind of benefit. A new kind is a file in this folder and a line in the table.
import type { BenefitType } from '#merchant/catalogue/benefits/model.ts'
import type { AccountProviderId } from '#merchant/linked-accounts/model.ts'
import { custom } from './custom.ts'
import { discord } from './discord.ts'
import { downloadables } from './downloadables.ts'
import { githubRepository } from './github-repository.ts'
import type { InsideKind, OutsideKind } from './kind.ts'
import { licenseKeys } from './license-keys.ts'
import { meterCredit } from './meter-credit.ts'

export type { AccessProperties, GrantInput, OutsideKind } from './kind.ts'

const kinds = {
  custom,
  discord,
  downloadables,
  github_repository: githubRepository,
  license_keys: licenseKeys,
  meter_credit: meterCredit,
} as const satisfies Readonly<Record<BenefitType, unknown>>

// biome-ignore lint/suspicious/noExplicitAny: a kind of any properties; each call gives a kind its own
export type AnyInsideKind = InsideKind<any>
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyOutsideKind = OutsideKind<any>

/** The effects of granting a benefit of this type. */
export function grantKindOf(type: BenefitType): AnyInsideKind | AnyOutsideKind {
  return kinds[type]
}

const everyKind: readonly (AnyInsideKind | AnyOutsideKind)[] = Object.values(kinds)

/** The kinds that act at other services. */
export const outsideKinds: readonly AnyOutsideKind[] = everyKind.filter((kind) => kind.place === 'outside')

/** The types of the benefits whose access an account of this provider gets. */
export function typesOfProvider(provider: AccountProviderId): readonly BenefitType[] {
  return outsideKinds.filter((kind) => kind.provider === provider).map(({ type }) => type)
}
