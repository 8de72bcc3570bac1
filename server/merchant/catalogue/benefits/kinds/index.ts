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

/** The table of kinds. */
export type BenefitKinds = typeof benefitKinds

/** The name of a kind. */
export type BenefitType = keyof BenefitKinds

/** The fields of a benefit of any kind besides those of every benefit. */
export type BenefitValue = {
  [Type in BenefitType]: { readonly type: Type; readonly properties: z.output<z.ZodObject<BenefitKinds[Type]['wire']>> }
}[BenefitType]

// biome-ignore lint/suspicious/noExplicitAny: a kind of any properties; each call gives a kind its own
export type AnyKind = BenefitKind<BenefitType, any, any, any, any>

/** The kinds in the order of the table. */
export const everyKind: readonly AnyKind[] = Object.values(benefitKinds)

const hasRecord = ({ grant }: AnyKind) => Object.keys(grant.merchant).length > 0

/** The kinds whose grants show what they record. */
export const kindsWithRecord: readonly AnyKind[] = everyKind.filter(hasRecord)

/** The other kinds. The schema of their empty record accepts any other: it comes last. */
export const kindsWithoutRecord: readonly AnyKind[] = everyKind.filter((kind) => !hasRecord(kind))

/** The kind of a benefit. Throws a `Bug` for an unknown type. */
export function kindOf(type: string): AnyKind {
  const found = Object.hasOwn(benefitKinds, type) ? (benefitKinds[type as BenefitType] as AnyKind) : undefined
  if (!found) throw new Bug(`There is no kind of benefit ${type}`)
  return found
}
