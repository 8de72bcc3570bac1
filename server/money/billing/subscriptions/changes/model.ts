import { z } from 'zod'
import type { RecurringInterval } from '#merchant/catalogue/products/model.ts'
import { recurringInterval } from '#merchant/catalogue/products/wire.ts'
import { type SaleTax, saleTax } from '#money/taxes/model.ts'
import { id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { array, flag, json, type Model, money, oneOf, recorded, text, time, uuid } from '#platform/resource/columns.ts'
import type { BillLine } from './settlement.ts'

/** `pending`: its payment has no outcome yet · `applied`: paid · `dropped`: declined, or the subscription has moved on before it was paid. */
export const changeStatuses = ['pending', 'applied', 'dropped'] as const
export type ChangeStatus = (typeof changeStatuses)[number]

const instant = timestamp.nullable()
const item = z.object({
  label: z.string(),
  amount: z.int(),
  productPriceId: id.nullable(),
  isProration: z.boolean(),
  // Lines that were recorded before these were stored have none.
  isExempt: z.boolean().optional(),
  periodStart: instant.optional(),
  periodEnd: instant.optional(),
})

/** A line as a change keeps it. */
type StoredLine = z.output<typeof item>

/** A line as a change keeps it. */
export function toStoredLine({ periodStart, periodEnd, ...line }: BillLine): StoredLine {
  return { ...line, periodStart: toTimestamp(periodStart), periodEnd: toTimestamp(periodEnd) }
}

/** A line that a change has kept. */
export function fromStoredLine({ isExempt = false, periodStart, periodEnd, ...line }: StoredLine): BillLine {
  const at = (text: string | null | undefined) => (text ? new Date(text) : null)
  return { ...line, isExempt, periodStart: at(periodStart), periodEnd: at(periodEnd) }
}

export const changeColumns = {
  ...recorded,
  subscriptionId: uuid().fixed(),
  status: oneOf<ChangeStatus>(z.enum(changeStatuses)),
  /** The product and the period that it was quoted for. */
  fromProductId: uuid().fixed(),
  fromPeriodStart: time().fixed(),
  productId: uuid().fixed(),
  priceIds: array(id).fixed(),
  amount: money().fixed(),
  currency: text().fixed(),
  recurringInterval: oneOf<RecurringInterval>(recurringInterval).fixed(),
  /** The period that begins with it; null where the interval stays. */
  periodStart: time().nullable().fixed(),
  periodEnd: time().nullable().fixed(),
  /** The amount billed for a whole period of the plan, after its discount; null for one that was recorded before this was stored. */
  periodAmount: money().nullable().fixed(),
  keepsDiscount: flag().fixed(),
  items: json<readonly StoredLine[], StoredLine[]>(z.array(item), (items) => [...items]).fixed(),
  discountAmount: money().fixed(),
  taxAmount: money().fixed(),
  tax: json<SaleTax>(saleTax).nullable().fixed(),
  /** The customer's credit that it takes, which is reserved while it is pending. */
  creditAmount: money().fixed(),
  paymentId: uuid().fixed(),
  /** The waiting items that its order takes. */
  waitingIds: array(id).fixed(),
  /** The credit that the customer gets with it, by the prices, and the part of that which is taxable. */
  returnedAmount: money().fixed(),
  returnedTaxableAmount: money().fixed(),
  /** The amount given back for the period's orders when it was quoted: a refund or a dispute since then makes the quote void. */
  quotedReturnAmount: money().fixed(),
} as const

/**
 * A change of a subscription's product that is collected before it takes effect (rule P4), with all that was quoted. Minor units before
 * tax; times are UTC.
 */
export type PendingChange = Model<typeof changeColumns>
