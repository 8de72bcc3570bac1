import { expect, test } from 'vitest'
import { z } from 'zod'
import { exportColumns } from './columns.ts'

const customer = z.object({ id: z.string(), name: z.string().nullable(), email: z.string(), metadata: z.record(z.string(), z.string()) })
const sale = z.object({
  id: z.string(),
  customer_id: z.string(),
  total_amount: z.int(),
  currency: z.string(),
  legacy: z.null(),
  address: z.object({ city: z.string(), country: z.string() }).nullable(),
  customer,
  product: z.object({ id: z.string(), name: z.string() }),
  items: z.array(z.object({ label: z.string() })),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  custom_field_data: z.record(z.string(), z.unknown()),
})
const item = {
  id: 's1',
  customer_id: 'c1',
  total_amount: -90_050,
  currency: 'usd',
  legacy: null,
  address: null,
  customer: { id: 'c1', name: null, email: 'ada@example.com', metadata: { a: 'b' } },
  product: { id: 'p1', name: 'Atlas' },
  items: [{ label: 'Atlas' }],
  tags: ['a', 'b'],
  metadata: {},
  custom_field_data: { size: 'XL' },
}

const rowOf = (schema: z.ZodType, one: Readonly<Record<string, unknown>>, slugs?: readonly string[]) =>
  Object.fromEntries(Object.entries(exportColumns(schema, slugs)).map(([name, cell]) => [name, cell(one)]))

test('columns follow the fields: objects are spread, resources are named, and what is always null has none', () => {
  expect(rowOf(sale, item, ['colour', 'size'])).toEqual({
    id: 's1',
    customer_id: 'c1',
    total_amount: -90_050,
    total_amount_decimal: -900.5,
    currency: 'usd',
    address_city: null,
    address_country: null,
    customer_name: null,
    customer_email: 'ada@example.com',
    product_id: 'p1',
    product_name: 'Atlas',
    items: '[{"label":"Atlas"}]',
    tags: 'a, b',
    metadata: null,
    custom_field_colour: null,
    custom_field_size: 'XL',
  })
})

test('an amount is written in the units of its own currency', () => {
  const price = z.object({ price_amount: z.int(), price_currency: z.string() })
  const priced = z.object({ currency: z.string(), price, amount: z.int().nullable() })
  expect(rowOf(priced, { currency: 'usd', price: { price_amount: 1234, price_currency: 'kwd' }, amount: null })).toEqual({
    currency: 'usd',
    price_price_amount: 1234,
    price_price_amount_decimal: 1.234,
    price_price_currency: 'kwd',
    amount: null,
    amount_decimal: null,
  })
})

test('a union has the columns of all its forms', () => {
  const fixed = z.object({ type: z.literal('fixed'), amount: z.int(), currency: z.string(), percent: z.null() })
  const percentage = z.object({ type: z.literal('percentage'), percent: z.number() })
  expect(Object.keys(exportColumns(z.union([fixed, percentage])))).toEqual(['type', 'amount', 'amount_decimal', 'currency', 'percent'])
})

test('names of a list are read, and other objects can be parsed', () => {
  const shelf = z.object({ books: z.array(z.object({ name: z.string() })), prices: z.array(z.object({ amount: z.int() })) })
  expect(rowOf(shelf, { books: [{ name: 'Faust' }, { name: 'Medea' }], prices: [{ amount: 1 }] })).toEqual({
    books: 'Faust, Medea',
    prices: '[{"amount":1}]',
  })
})
