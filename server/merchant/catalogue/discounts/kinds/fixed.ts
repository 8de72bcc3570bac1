import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { isCurrency, PRICE_MAXIMUM } from '#kernel/money.ts'
import { valueProblem } from '#kernel/refusal.ts'
import { added, unavailable } from '#platform/http/wire-parts.ts'
import { money, text } from '#platform/resource/columns.ts'
import type { DiscountKind } from './kind.ts'

/** An amount off, in minor units of its currency. */
export interface FixedValue {
  readonly type: 'fixed'
  readonly amount: number
  readonly currency: string
}

const columns = { amount: money().nullable(), currency: text().nullable() } as const

const wire = {
  type: z.literal('fixed'),
  amount: z.int().meta({ description: 'What is taken off, in minor units of `currency`; never more than the price.' }),
  currency: z.string().meta({ description: 'Only prices of this currency are reduced.' }),
  amounts: z.record(z.string(), z.int()).meta(added('The amount by its currency: always one.')),
}

const body = { amount: z.int().min(0).max(PRICE_MAXIMUM).nullish(), currency: z.string().nullish(), amounts: unavailable() }

export const fixed: DiscountKind<FixedValue, typeof columns, typeof wire, typeof body> = {
  type: 'fixed',
  columns,
  wire,
  body,
  toValue: ({ amount, currency }, defaultCurrency) =>
    typeof amount === 'number' ? { type: 'fixed', amount, currency: currency ?? defaultCurrency } : { missing: 'amount' },
  toChanged: (value, { amount, currency }) => ({ type: 'fixed', amount: amount ?? value.amount, currency: currency ?? value.currency }),
  problems: ({ currency }) =>
    isCurrency(currency) ? [] : [valueProblem(['body', 'currency'], 'This is not a currency that can be sold in.')],
  amountOff: (value, amount) => Math.min(value.amount, amount),
  appliesTo: (value, currency) => value.currency === currency,
  toWire: ({ amount, currency }) => ({ type: 'fixed', amount, currency, amounts: { [currency]: amount } }),
  toColumns: ({ amount, currency }) => ({ amount, currency }),
  fromColumns: ({ amount, currency }) => ({
    type: 'fixed',
    amount: present(amount, 'The amount of a fixed discount'),
    currency: present(currency, 'The currency of a fixed discount'),
  }),
}
