// The kinds of benefits. A new kind is a file in this folder and a line in the table.
import type { z } from 'zod'
import { Bug } from '#kernel/assert.ts'
import { custom } from './custom.ts'
import { discord } from './discord.ts'
import { downloadables } from './downloadables.ts'
import { githubRepository } from './github-repository.ts'
import type { BenefitKind } from './kind.ts'
import { licenseKeys } from './license-keys.ts'
import { meterCredit } from './meter-credit.ts'

export { type CheckResult, type NamedIds, type NamedOutside, type NamedThings, nothingOutside, type OutsideThing } from './kind.ts'

/** The kinds by name; the name is the `type` on the wire. */
export const benefitKinds = {
  custom,
  discord,
  github_repository: githubRepository,
  downloadables,
  license_keys: licenseKeys,
  meter_credit: meterCredit,
} as const

type Kinds = typeof benefitKinds

/** The name of a kind. */
export type BenefitType = keyof Kinds

/** What a benefit of any kind holds besides the fields of every benefit. */
export type BenefitValue = {
  [Type in BenefitType]: { readonly type: Type; readonly properties: z.output<z.ZodObject<Kinds[Type]['wire']>> }
}[BenefitType]

// biome-ignore lint/suspicious/noExplicitAny: a kind of any properties; each call gives a kind its own
type AnyKind = BenefitKind<BenefitType, any, any>

/** The kind of a benefit. Throws a `Bug` for an unknown type. */
export function kindOf(type: string): AnyKind {
  const found = Object.hasOwn(benefitKinds, type) ? (benefitKinds[type as BenefitType] as AnyKind) : undefined
  if (!found) throw new Bug(`There is no kind of benefit ${type}`)
  return found
}
