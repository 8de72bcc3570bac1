import { z } from 'zod'
import { flag, json, type Model, metadata, oneOf, recorded, text, time } from '#platform/resource/columns.ts'
import { type BenefitType, type BenefitValue, benefitKinds } from './kinds/index.ts'

export {
  type AnyKind as AnyBenefitKind,
  type BenefitKinds,
  type BenefitType,
  type BenefitValue,
  benefitKinds,
  kindOf as benefitKindOf,
  kindsWithoutRecord,
  kindsWithRecord,
} from './kinds/index.ts'

/** The schema of a benefit's type. */
export const benefitType = z.enum(Object.keys(benefitKinds) as [BenefitType, ...BenefitType[]]).meta({ id: 'BenefitType' })

/** The columns that every benefit shows to everyone. */
export const publicColumns = {
  ...recorded,
  description: text().meta({ description: 'What it is, for buyers.' }),
  selectable: flag().fixed().meta({ description: 'Whether a product can be given it by hand.' }),
  deletable: flag().fixed(),
} as const

export const benefitColumns = {
  ...publicColumns,
  type: oneOf(benefitType).fixed().private(),
  properties: json<BenefitValue['properties']>(z.any()).private(),
  metadata: metadata(),
  /** A deleted benefit is kept: customers have had it. */
  deletedAt: time().nullable().private(),
} as const

/** A benefit as stored: the properties are those of its type. */
export type StoredBenefit = Model<typeof benefitColumns>

/** A benefit that customers get with a product. Times are UTC. */
export type Benefit = Omit<StoredBenefit, 'type' | 'properties'> & BenefitValue
