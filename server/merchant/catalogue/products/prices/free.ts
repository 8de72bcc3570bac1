import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { text } from '#platform/resource/columns.ts'
import { newerPriceBody, newerPriceFields, type PriceKind, priceFields, productPriceFields, toProductPriceFields } from './base.ts'

/** Nothing is paid. The currency, the merchant's, is that of the checkout and of its order. */
export interface FreeDraft {
  readonly kind: 'free'
  readonly currency: string
}

const columns = { priceCurrency: text().nullable().fixed() } as const

const wire = z
  .object({ ...priceFields.shape, ...newerPriceFields.shape, amount_type: z.literal('free'), ...productPriceFields })
  .meta({ id: 'ProductPriceFree' })

const body = z.object({ amount_type: z.literal('free'), ...newerPriceBody }).meta({ id: 'ProductPriceFreeCreate' })

export const free: PriceKind<FreeDraft, typeof columns, typeof wire, typeof body> = {
  kind: 'free',
  columns,
  wire,
  body,
  isStatic: true,
  isFree: true,
  toDraft: (_sent, { currency }) => ({ kind: 'free', currency }),
  problems: () => [],
  toWire: (price, product) => ({
    ...priceFields.toWire(price),
    ...newerPriceFields.values,
    amount_type: 'free',
    ...toProductPriceFields(product),
  }),
  toColumns: ({ currency }) => ({ priceCurrency: currency }),
  fromColumns: ({ priceCurrency }) => ({ kind: 'free', currency: present(priceCurrency, 'The currency of a free price') }),
  amountFor: () => 0,
  amountFault: null,
}
