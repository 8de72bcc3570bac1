import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { dayIn } from '#kernel/time/calendar.ts'
import type { Product } from '#merchant/catalogue/products/model.ts'
import { id } from '#platform/http/wire-parts.ts'
import { array, integer, type Model, metadata, oneOf, recorded, text, time } from '#platform/resource/columns.ts'
import { type DiscountType, type DiscountValue, discountKinds, kindColumns, kindOf } from './kinds/index.ts'

export type { DiscountValue } from './kinds/index.ts'

/** The products of one discount at most. */
export const PRODUCTS_MAXIMUM = 50

/** Of each product in a discount at most: characters of the description, and bytes of the metadata, which is left out beyond. */
export const PRODUCT_DESCRIPTION_MAXIMUM = 100
export const PRODUCT_METADATA_MAXIMUM_BYTES = 200

/** The schema of a discount's type. */
export const discountType = z.enum(Object.keys(discountKinds) as [DiscountType, ...DiscountType[]]).meta({ id: 'DiscountType' })

export const discountDurations = ['once', 'forever', 'repeating'] as const
export type DiscountDuration = (typeof discountDurations)[number]

/** The schema of a discount's duration. */
export const discountDuration = z.enum(discountDurations).meta({ id: 'DiscountDuration' })

/** The columns that every discount has. */
export const sharedColumns = {
  ...recorded,
  name: text().meta({ description: 'Buyers see it on the bill.' }),
  code: text().nullable().meta({ description: 'What buyers enter, without regard to case. Null: only the merchant applies the discount.' }),
  startsAt: time().nullable().meta({ description: 'From then on it can be redeemed; null: at once.' }),
  endsAt: time().nullable().meta({ description: 'Until then it can be redeemed; null: without end.' }),
  maxRedemptions: integer().nullable().meta({ description: 'How often it can be redeemed; null: without limit.' }),
  redemptionsCount: integer().fixed().meta({ description: 'Purchases that have it, those whose payment is in progress included.' }),
  metadata: metadata(),
} as const

export const discountColumns = {
  ...sharedColumns,
  type: oneOf(discountType).private().fixed(),
  duration: oneOf(discountDuration).private().fixed(),
  durationInMonths: integer().nullable().private().fixed(),
  /** Empty: all products. */
  productIds: array(id).private(),
  /** A deleted discount stays with the purchases that have it (rule G8). */
  deletedAt: time().nullable().private(),
  ...kindColumns,
} as const

/** A discount as stored: null in the columns of the other kinds. */
export type StoredDiscount = Model<typeof discountColumns>

/** A discount of a merchant. Amounts are minor units, times UTC. */
export type Discount = Omit<StoredDiscount, keyof typeof kindColumns | 'type'> & { readonly value: DiscountValue }

const discountStatuses = ['scheduled', 'active', 'ended', 'used_up'] as const
export type DiscountStatus = (typeof discountStatuses)[number]

/** The schema of a discount's status. */
export const discountStatus = z.enum(discountStatuses).meta({ id: 'DiscountStatus' })

/** A discount with the products that it is for, and its status at the merchant's time. */
export interface FullDiscount {
  readonly discount: Discount
  readonly products: readonly Product[]
  readonly status: DiscountStatus
}

/** Whether a discount can be redeemed `now`, and if not, why (rule G3). */
export function statusOf({ startsAt, endsAt, maxRedemptions, redemptionsCount }: Discount, now: Date): DiscountStatus {
  if (endsAt !== null && now.getTime() > endsAt.getTime()) return 'ended'
  if (maxRedemptions !== null && redemptionsCount >= maxRedemptions) return 'used_up'
  return startsAt !== null && now.getTime() < startsAt.getTime() ? 'scheduled' : 'active'
}

/** The reduction of an amount, in minor units: never more than the amount (rule G1). */
export function amountOff({ value }: Pick<Discount, 'value'>, amount: number): number {
  return kindOf(value.type).amountOff(value, amount)
}

/** The sale that a discount is to be taken off. */
export interface DiscountedSale {
  readonly productId: string
  readonly isRecurring: boolean
  readonly isFree: boolean
  /** Of the price. */
  readonly currency: string
}

/**
 * Why a discount cannot be redeemed for a sale (rule G3); null when it can. `gone`: it is deleted, not started, ended or used up, and
 * behaves as if it did not exist · `elsewhere`: it is for other products, currencies or only for subscriptions.
 */
export function redemptionFault(discount: Discount, sale: DiscountedSale, now: Date): 'gone' | 'elsewhere' | null {
  const { duration, deletedAt } = discount
  if (deletedAt !== null || statusOf(discount, now) !== 'active') return 'gone'
  const isOneTime = duration === 'repeating' && !sale.isRecurring
  return appliesTo(discount, sale) && !isOneTime && !sale.isFree ? null : 'elsewhere'
}

/** Whether a discount is for this product and currency. */
export function appliesTo({ productIds, value }: Discount, sale: Pick<DiscountedSale, 'productId' | 'currency'>): boolean {
  const isFor = productIds.length === 0 || productIds.includes(sale.productId)
  return isFor && kindOf(value.type).appliesTo(value, sale.currency)
}

/**
 * Whether a discount reduces each period that starts at one of `starts` (rule G5): the first one, all of them, or those that start before
 * its months are over, counted from `appliedAt`, the start of the first period that it reduced (rule G6). The months end on a day of
 * `timezone`, the IANA name of the zone in which the periods are counted: its hour differs where the clocks were changed in between.
 */
export function reducedPeriods(
  { duration, durationInMonths }: Pick<Discount, 'duration' | 'durationInMonths'>,
  { appliedAt, starts, timezone }: { readonly appliedAt: Date; readonly starts: readonly Date[]; readonly timezone: string },
): boolean[] {
  const end = duration === 'repeating' ? dayIn(appliedAt, timezone).add({ months: durationInMonths ?? 0 }) : null
  return starts.map((start) => {
    if (duration === 'once') return start.getTime() === appliedAt.getTime()
    return start >= appliedAt && (end === null || Temporal.PlainDate.compare(dayIn(start, timezone), end) < 0)
  })
}
