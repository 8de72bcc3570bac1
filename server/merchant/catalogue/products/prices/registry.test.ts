// Two kinds of which the shop knows only one, to show what the table of kinds costs and what the compiler refuses.
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { text } from '#platform/resource/columns.ts'
import { type PriceKind, priceFields } from './base.ts'
import { type FixedDraft, fixed } from './fixed.ts'
import { type DraftOf, type PriceOf, priceRegistry } from './registry.ts'

interface BarterDraft {
  readonly kind: 'barter'
  readonly goods: string
}

const columns = { goods: text().nullable().fixed() } as const
const wire = z.object({ ...priceFields.shape, amount_type: z.literal('barter'), goods: z.string() })
const body = z.object({ amount_type: z.literal('barter'), goods: z.string() })

const barter: PriceKind<BarterDraft, typeof columns, typeof wire, typeof body> = {
  kind: 'barter',
  columns,
  wire,
  body,
  isStatic: true,
  isFree: true,
  toDraft: ({ goods }) => ({ kind: 'barter', goods }),
  problems: ({ goods }, loc) =>
    goods === '' ? [{ loc: [...loc, 'barter', 'goods'], msg: 'Nothing is offered', type: 'value_error' }] : [],
  toWire: (price) => ({ ...priceFields.toWire(price), amount_type: 'barter', goods: price.goods }),
  toColumns: ({ goods }) => ({ goods }),
  fromColumns: ({ goods }) => ({ kind: 'barter', goods: present(goods, 'The goods') }),
  amountFor: () => 0,
  amountFault: null,
}

const inCurrency = (currency: string) => ({ currency, meterNames: new Map<string, string>() })
const prices = priceRegistry({ fixed, barter })
type Kinds = typeof prices.kinds

const base = {
  id: '0195894c-7a10-7000-8000-000000000001',
  organizationId: '0195894c-7a10-7000-8000-000000000002',
  productId: '0195894c-7a10-7000-8000-000000000003',
  isArchived: false,
  createdAt: new Date('2026-03-12T14:20:00.000Z'),
  modifiedAt: null,
}
const eggs: BarterDraft = { kind: 'barter', goods: 'twelve eggs' }
const coins: FixedDraft = { kind: 'fixed', amount: 900, currency: 'eur' }

test('each draft goes to its own kind', () => {
  expect(prices.toDraft({ amount_type: 'barter', goods: 'twelve eggs' }, inCurrency('usd'))).toEqual(eggs)
  expect(prices.toDraft({ amount_type: 'fixed', price_amount: 900 }, inCurrency('eur'))).toEqual(coins)
  expect([eggs, coins].map((draft) => prices.amountFor(draft))).toEqual([0, 900])
  expect(prices.problems({ ...eggs, goods: '' }, ['body', 'prices', 0])).toMatchObject([{ loc: ['body', 'prices', 0, 'barter', 'goods'] }])
})

test('a stored price has every column, and null in those of the other kinds', () => {
  const stored = prices.toStored({ ...base, ...eggs }, 2)
  expect(stored).toEqual({ ...base, position: 2, amountType: 'barter', goods: 'twelve eggs', priceAmount: null, priceCurrency: null })
  expect(prices.fromStored(stored, { meterName: null })).toEqual({ ...base, ...eggs })
  expect(Object.keys(prices.columns)).toEqual(expect.arrayContaining(['id', 'position', 'priceAmount', 'priceCurrency', 'goods']))
})

test('the schemas accept every kind and no other', () => {
  const shown = prices.toWire({ ...base, ...eggs }, { recurringInterval: null })
  expect(prices.wire.parse(shown)).toEqual(shown)
  expect(prices.body.safeParse({ amount_type: 'seat' }).success).toBe(false)
})

test('the compiler gives no kind the draft, the price or the columns of another', () => {
  expectTypeOf<DraftOf<Kinds>>().toEqualTypeOf<BarterDraft | FixedDraft>()
  expectTypeOf<PriceOf<Kinds>['kind']>().toEqualTypeOf<'barter' | 'fixed'>()
  // Only compiled, never called.
  const refused = (either: DraftOf<Kinds>) => {
    // @ts-expect-error A barter has no amount.
    fixed.problems(eggs, [])
    // @ts-expect-error Coins are no goods.
    barter.amountFor(coins)
    // @ts-expect-error A barter has other columns.
    fixed.fromColumns({ goods: 'twelve eggs' }, { meterName: null })
    // @ts-expect-error The price has no goods.
    prices.toWire({ ...base, kind: 'barter' }, { recurringInterval: null })
    // @ts-expect-error It may be a fixed price.
    barter.problems(either, [])
    // @ts-expect-error A kind stands under its own name.
    priceRegistry({ money: fixed })
  }
  expect(refused).toBeTypeOf('function')
})
