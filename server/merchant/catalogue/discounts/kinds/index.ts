// The kinds of discounts. A new kind is a file in this folder and a line in the table.
import { Bug } from '#kernel/assert.ts'
import type { Problem } from '#kernel/refusal.ts'
import type { Model } from '#platform/resource/columns.ts'
import { type FixedValue, fixed } from './fixed.ts'
import type { DiscountKind } from './kind.ts'
import { type PercentageValue, percentage } from './percentage.ts'

/** The kinds by name; the name is the `type` on the wire. */
export const discountKinds = { fixed, percentage } as const

/** The values of a discount of any kind besides the fields of every discount. */
export type DiscountValue = FixedValue | PercentageValue
export type DiscountType = DiscountValue['type']

/** The columns of all kinds: null in discounts of another. */
export const kindColumns = { ...fixed.columns, ...percentage.columns } as const

// biome-ignore lint/suspicious/noExplicitAny: a kind of any value; each call below gives a kind its own
type AnyKind = DiscountKind<any, any, any, any>

/** The kind of a discount. Throws a `Bug` for an unknown type. */
export function kindOf(type: string): AnyKind {
  const found = Object.hasOwn(discountKinds, type) ? (discountKinds[type as DiscountType] as AnyKind) : undefined
  if (!found) throw new Bug(`There is no kind of discount ${type}`)
  return found
}

/** The value as stored: null in the columns of the other kinds. */
export function toStoredValue(value: DiscountValue): Model<typeof kindColumns> {
  const empty = Object.fromEntries(Object.keys(kindColumns).map((column) => [column, null]))
  return { ...empty, ...kindOf(value.type).toColumns(value) } as Model<typeof kindColumns>
}

/** The problems of a value; the fields are those of a body. */
export function valueProblems(value: DiscountValue): Problem[] {
  return kindOf(value.type).problems(value)
}
