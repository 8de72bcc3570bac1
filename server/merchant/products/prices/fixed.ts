import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { isCurrency, priceFault } from '#kernel/money.ts'
import { type Problem, valueProblem } from '#kernel/refusal.ts'
import { type PriceBase, type PricedProduct, type PriceKind, priceFields, recurringInterval } from './base.ts'

/** One amount, in minor units of its currency, once or per period. */
export interface FixedPrice extends PriceBase {
  readonly kind: 'fixed'
  readonly amount: number
  readonly currency: string
}

export interface FixedDraft {
  readonly kind: 'fixed'
  readonly amount: number
  readonly currency: string
}

/** The price as JSON; `type` and `recurring_interval` mirror the product's. */
export const fixedWire = z
  .object({
    ...priceFields.shape,
    amount_type: z.literal('fixed'),
    type: z.enum(['one_time', 'recurring']).meta({ id: 'ProductPriceType' }),
    recurring_interval: recurringInterval.nullable(),
    price_currency: z.string(),
    price_amount: z.int(),
  })
  .meta({ id: 'ProductPriceFixed' })

export const fixedCreate = z
  .object({ amount_type: z.literal('fixed'), price_amount: z.int(), price_currency: z.string().nullish() })
  .meta({ id: 'ProductPriceFixedCreate' })

/** The draft of a body, in the merchant's currency unless it names one. */
export function toFixedDraft(body: z.output<typeof fixedCreate>, defaultCurrency: string): FixedDraft {
  return { kind: 'fixed', amount: body.price_amount, currency: body.price_currency ?? defaultCurrency }
}

/** The price as JSON. */
export function toFixedWire(price: FixedPrice, product: PricedProduct): z.output<typeof fixedWire> {
  return {
    ...priceFields.toWire(price),
    amount_type: 'fixed',
    type: product.recurringInterval === null ? 'one_time' : 'recurring',
    recurring_interval: product.recurringInterval,
    price_currency: price.currency,
    price_amount: price.amount,
  }
}

export const fixed: PriceKind<FixedPrice, FixedDraft> = {
  kind: 'fixed',
  isStatic: true,
  isFree: false,
  problems(draft, loc): Problem[] {
    if (!isCurrency(draft.currency))
      return [valueProblem([...loc, 'fixed', 'price_currency'], 'This is not a currency that can be sold in.')]
    const fault = priceFault(draft.amount, draft.currency)
    if (!fault) return []
    const isLow = fault.type === 'greater_than_equal'
    const msg = `Input should be ${isLow ? 'greater' : 'less'} than or equal to ${fault.bound}`
    return [{ loc: [...loc, 'fixed', 'price_amount'], msg, type: fault.type, ctx: { [isLow ? 'ge' : 'le']: fault.bound } }]
  },
  create: (draft, base) => ({ ...base, kind: 'fixed', amount: draft.amount, currency: draft.currency }),
  toColumns: (price) => ({ priceAmount: price.amount, priceCurrency: price.currency }),
  fromColumns: (columns, base) => ({
    ...base,
    kind: 'fixed',
    amount: present(columns.priceAmount, 'The amount of a fixed price'),
    currency: present(columns.priceCurrency, 'The currency of a fixed price'),
  }),
  amountFor: (price) => price.amount,
}
