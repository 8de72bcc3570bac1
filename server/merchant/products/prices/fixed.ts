import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { isCurrency, priceFault } from '#kernel/money.ts'
import { valueProblem } from '#kernel/refusal.ts'
import { money, text } from '#platform/resource/columns.ts'
import { newerPriceBody, newerPriceFields, type PriceBase, type PriceKind, priceFields, recurringInterval } from './base.ts'

/** One amount, in minor units of its currency, once or per period. */
export interface FixedDraft {
  readonly kind: 'fixed'
  readonly amount: number
  readonly currency: string
}

export type FixedPrice = PriceBase & FixedDraft

const columns = { priceAmount: money().nullable().fixed(), priceCurrency: text().nullable().fixed() } as const

/** `type` and `recurring_interval` mirror the product's. */
const wire = z
  .object({
    ...priceFields.shape,
    ...newerPriceFields.shape,
    amount_type: z.literal('fixed'),
    type: z.enum(['one_time', 'recurring']).meta({ id: 'ProductPriceType' }),
    recurring_interval: recurringInterval.nullable(),
    price_currency: z.string(),
    price_amount: z.int(),
  })
  .meta({ id: 'ProductPriceFixed' })

const body = z
  .object({ amount_type: z.literal('fixed'), price_amount: z.int(), price_currency: z.string().nullish(), ...newerPriceBody })
  .meta({ id: 'ProductPriceFixedCreate' })

export const fixed: PriceKind<FixedDraft, typeof columns, typeof wire, typeof body> = {
  kind: 'fixed',
  columns,
  wire,
  body,
  isStatic: true,
  isFree: false,
  toDraft: (sent, currency) => ({ kind: 'fixed', amount: sent.price_amount, currency: sent.price_currency ?? currency }),
  problems: (draft, loc) => {
    if (!isCurrency(draft.currency))
      return [valueProblem([...loc, 'fixed', 'price_currency'], 'This is not a currency that can be sold in.')]
    const fault = priceFault(draft.amount, draft.currency)
    if (!fault) return []
    const isLow = fault.type === 'greater_than_equal'
    const msg = `Input should be ${isLow ? 'greater' : 'less'} than or equal to ${fault.bound}`
    return [{ loc: [...loc, 'fixed', 'price_amount'], msg, type: fault.type, ctx: { [isLow ? 'ge' : 'le']: fault.bound } }]
  },
  toWire: (price, product) => ({
    ...priceFields.toWire(price),
    ...newerPriceFields.values,
    amount_type: 'fixed',
    type: product.recurringInterval === null ? 'one_time' : 'recurring',
    recurring_interval: product.recurringInterval,
    price_currency: price.currency,
    price_amount: price.amount,
  }),
  toColumns: ({ amount, currency }) => ({ priceAmount: amount, priceCurrency: currency }),
  fromColumns: ({ priceAmount, priceCurrency }) => ({
    kind: 'fixed',
    amount: present(priceAmount, 'The amount of a fixed price'),
    currency: present(priceCurrency, 'The currency of a fixed price'),
  }),
  amountFor: ({ amount }) => amount,
}
