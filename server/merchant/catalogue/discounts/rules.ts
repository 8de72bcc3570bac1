import { orUnchanged } from '#kernel/changes/unchanged.ts'
import type { Metadata } from '#kernel/metadata.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { kindOf, valueProblems } from './kinds/index.ts'
import type { Discount, DiscountDuration, DiscountValue } from './model.ts'

const CODE = /^[A-Za-z0-9]{3,256}$/

/** The problem of a code that another discount has. */
export const takenCode: Problem = valueProblem(['body', 'code'], 'Another discount has this code.')

/** A new discount, as requested. */
export interface DiscountDraft {
  readonly name: string
  readonly code: string | null
  readonly value: DiscountValue | { readonly missing: string }
  readonly duration: DiscountDuration
  readonly durationInMonths: number | null
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly maxRedemptions: number | null
  readonly productIds: readonly string[]
  readonly metadata: Metadata
}

/** The changes. An omitted field stays. */
export interface DiscountChanges {
  readonly name?: string | undefined
  readonly code?: string | null | undefined
  readonly type?: string | undefined
  readonly duration?: DiscountDuration | undefined
  readonly durationInMonths?: number | undefined
  /** The fields of the kinds, as sent. */
  readonly value: Readonly<Record<string, unknown>>
  readonly startsAt?: Date | null | undefined
  readonly endsAt?: Date | null | undefined
  readonly maxRedemptions?: number | null | undefined
  readonly productIds?: readonly string[] | undefined
  readonly metadata?: Metadata | undefined
}

/** The resources of the organization that a body names. */
export interface DiscountContext {
  /** Those of the named products that it has. */
  readonly products: readonly { readonly id: string }[]
  /** Whether another of its discounts has the code. */
  readonly isCodeTaken: boolean
  readonly now: Date
}

/** Creates a discount. Reports all problems at once (422). */
export function create(
  draft: DiscountDraft,
  context: DiscountContext & { readonly id: string; readonly organizationId: string },
): Discount {
  const { value, duration } = draft
  const problems: Problem[] = [
    ...codeProblems(draft.code, context),
    ...periodProblems(draft),
    ...productProblems(draft.productIds, context),
  ]
  const isMissing = 'missing' in value
  problems.push(...(isMissing ? [missing(value.missing)] : valueProblems(value)))
  if (duration === 'repeating' && draft.durationInMonths === null) problems.push(missing('duration_in_months'))
  refuseProblems(problems)
  return {
    id: context.id,
    organizationId: context.organizationId,
    name: draft.name,
    code: draft.code,
    value: value as DiscountValue,
    duration,
    durationInMonths: duration === 'repeating' ? draft.durationInMonths : null,
    startsAt: draft.startsAt,
    endsAt: draft.endsAt,
    maxRedemptions: draft.maxRedemptions,
    redemptionsCount: 0,
    productIds: [...new Set(draft.productIds)],
    metadata: draft.metadata,
    createdAt: context.now,
    modifiedAt: null,
    deletedAt: null,
  }
}

/** Updates a discount. Type and duration are fixed, the value from the first redemption on (rule G7). Reports all problems at once (422). */
export function update(discount: Discount, changes: DiscountChanges, context: DiscountContext): Discount {
  const value = kindOf(discount.value.type).toChanged(discount.value, changes.value) as DiscountValue
  const next: Discount = {
    ...discount,
    name: changes.name ?? discount.name,
    code: changes.code === undefined ? discount.code : changes.code,
    value,
    startsAt: changes.startsAt === undefined ? discount.startsAt : changes.startsAt,
    endsAt: changes.endsAt === undefined ? discount.endsAt : changes.endsAt,
    maxRedemptions: changes.maxRedemptions === undefined ? discount.maxRedemptions : changes.maxRedemptions,
    productIds: changes.productIds ? [...new Set(changes.productIds)] : discount.productIds,
    metadata: changes.metadata ?? discount.metadata,
    modifiedAt: context.now,
  }
  refuseProblems([
    ...fixedProblems(discount, changes),
    ...valueProblems(value),
    ...frozenProblems(discount, value),
    ...codeProblems(next.code === discount.code ? null : next.code, context),
    ...periodProblems(next),
    ...productProblems(changes.productIds ?? [], context),
  ])
  return orUnchanged(discount, next)
}

/** Deletes a discount: it can no longer be redeemed. */
export function remove(discount: Discount, now: Date): Discount {
  return { ...discount, deletedAt: now, modifiedAt: now }
}

/** Whether the text can be a code (rule G2): 3 to 256 letters and digits. */
export function isCode(text: string): boolean {
  return CODE.test(text)
}

function missing(field: string): Problem {
  return { loc: ['body', field], msg: 'Field required', type: 'missing' }
}

function codeProblems(code: string | null, { isCodeTaken }: DiscountContext): Problem[] {
  if (code === null) return []
  if (!isCode(code)) return [valueProblem(['body', 'code'], 'A code has 3 to 256 letters and digits.')]
  return isCodeTaken ? [takenCode] : []
}

function periodProblems({ startsAt, endsAt }: Pick<Discount, 'startsAt' | 'endsAt'>): Problem[] {
  const isBackward = startsAt !== null && endsAt !== null && endsAt.getTime() <= startsAt.getTime()
  return isBackward ? [valueProblem(['body', 'ends_at'], 'It ends before it starts.')] : []
}

function productProblems(productIds: readonly string[], { products }: DiscountContext): Problem[] {
  return productIds.flatMap((id, index) =>
    products.some((product) => product.id === id) ? [] : [valueProblem(['body', 'products', index], 'There is no such product.')],
  )
}

function fixedProblems(discount: Discount, { type, duration, durationInMonths }: DiscountChanges): Problem[] {
  const fixed: readonly [field: string, from: unknown, to: unknown][] = [
    ['type', discount.value.type, type],
    ['duration', discount.duration, duration],
    ['duration_in_months', discount.durationInMonths, durationInMonths],
  ]
  return fixed.flatMap(([field, from, to]) => (to === undefined || to === from ? [] : [valueProblem(['body', field], 'It cannot change.')]))
}

function frozenProblems({ value, redemptionsCount }: Discount, next: DiscountValue): Problem[] {
  if (redemptionsCount === 0) return []
  const [from, to] = [value, next].map((each) => kindOf(each.type).toWire(each) as Readonly<Record<string, unknown>>)
  const changed = Object.keys(from ?? {}).filter((field) => typeof from?.[field] !== 'object' && from?.[field] !== to?.[field])
  return changed.map((field) => valueProblem(['body', field], 'It cannot change any more: the discount was redeemed.'))
}
