import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { priceFault } from '#kernel/money.ts'
import { money, text } from '#platform/resource/columns.ts'
import {
  amountProblem,
  currencyProblems,
  newerPriceBody,
  newerPriceFields,
  type PriceBase,
  type PriceKind,
  priceFields,
  productPriceFields,
  toProductPriceFields,
} from './base.ts'

/** One amount, in minor units of its currency, once or per period. */
export interface FixedDraft {
  readonly kind: 'fixed'
  readonly amount: number
  readonly currency: string
}

export type FixedPrice = PriceBase & FixedDraft

const columns = { priceAmount: money().nullable().fixed(), priceCurrency: text().nullable().fixed() } as const

const wire = z
  .object({
    ...priceFields.shape,
    ...newerPriceFields.shape,
    amount_type: z.literal('fixed'),
    ...productPriceFields,
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
  toDraft: (sent, { currency }) => ({ kind: 'fixed', amount: sent.price_amount, currency: sent.price_currency ?? currency }),
  problems: (draft, loc) => {
    const problems = currencyProblems(draft.currency, [...loc, 'fixed', 'price_currency'])
    const fault = problems.length === 0 ? priceFault(draft.amount, draft.currency) : null
    return fault ? [amountProblem(fault, [...loc, 'fixed', 'price_amount'])] : problems
  },
  toWire: (price, product) => ({
    ...priceFields.toWire(price),
    ...newerPriceFields.values,
    amount_type: 'fixed',
    ...toProductPriceFields(product),
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
  amountFault: null,
}
