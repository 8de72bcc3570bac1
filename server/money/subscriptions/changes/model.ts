import { z } from 'zod'
import type { RecurringInterval } from '#merchant/products/model.ts'
import { recurringInterval } from '#merchant/products/wire.ts'
import { type SaleTax, saleTax } from '#money/taxes/model.ts'
import { id } from '#platform/http/wire-parts.ts'
import { array, flag, json, type Model, money, oneOf, recorded, text, time, uuid } from '#platform/resource/columns.ts'
import type { ChangeItem } from './proration.ts'

/** `pending`: its payment has no outcome yet · `applied`: paid · `dropped`: declined, or the subscription has moved on before it was paid. */
export const changeStatuses = ['pending', 'applied', 'dropped'] as const
export type ChangeStatus = (typeof changeStatuses)[number]

const item = z.object({ label: z.string(), amount: z.int(), productPriceId: id.nullable(), isProration: z.boolean() })

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
  keepsDiscount: flag().fixed(),
  items: json<readonly ChangeItem[], ChangeItem[]>(z.array(item), (items) => [...items]).fixed(),
  discountAmount: money().fixed(),
  taxAmount: money().fixed(),
  tax: json<SaleTax>(saleTax).nullable().fixed(),
  /** The customer's credit that it takes, which is reserved while it is pending. */
  creditAmount: money().fixed(),
  paymentId: uuid().fixed(),
} as const

/**
 * A change of a subscription's product that is collected before it takes effect (rule P4), with all that was quoted. Minor units before
 * tax; times are UTC.
 */
export type PendingChange = Model<typeof changeColumns>
