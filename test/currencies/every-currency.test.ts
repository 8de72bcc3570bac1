// The digits of every currency, wherever an amount is written or typed: they are those of the server's table.
import { type ComponentProps, createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { amountText } from '#emails/amount.ts'
import { exponents } from '#kernel/currencies.ts'
import { decimal, decimalString } from '#kernel/money.ts'
import { decimalsOf } from '#kernel/numbers/currency-decimals.ts'
import { statedAmount } from '#money/invoices/adapters/document.ts'
import { exportColumns } from '#platform/resource/exports/columns.ts'
import { fixed } from '#web/dashboard/products/form/prices/fixed.tsx'
import { BillTable } from '#web/parts/bill-table.tsx'
import { perInterval } from '#web/parts/products/price-words.ts'
import { parseFilter, toRangeText } from '#web/shell/list/filter-values.ts'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { LanguageProvider } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { toMinor } from '#web/ui/text/decimal.ts'
import { bareMoney, formatMoney, toDecimal } from '#web/ui/text/money.ts'
import { bareUnitAmount, formatUnitAmount, toUnitAmount } from '#web/ui/text/unit-amount.ts'

const MINOR = 1_234_550
const CODES = Object.keys(exponents)
const LOCALES = ['en-GB', 'de-DE', 'fr-FR']

/** The amount in English without its currency, by the table alone. */
const writtenBy = (decimals: number) => ({ 0: '1,234,550', 2: '12,345.50', 3: '1,234.550' })[decimals] ?? ''
/** The digits, separators and nothing else of a text. */
const figuresOf = (text: string) => /\d[\d.,]*\d/.exec(text)?.[0]
const inEnglish = { language: { locale: 'en-GB', translate: (key: string) => key } } as ComponentProps<typeof LanguageProvider>
const drawn = (element: ReactElement) => renderToStaticMarkup(createElement(LanguageProvider, inEnglish, element))
const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ')

test.each([
  ...'afn all cop huf idr irr kpw lak lbp mga mmk pkr sos syp yer rsd isk'.split(' ').map((code) => [code, code === 'isk' ? 0 : 2]),
  ...'jpy krw clp vnd xof ugx'.split(' ').map((code) => [code, 0]),
  ...'iqd kwd bhd tnd'.split(' ').map((code) => [code, 3]),
  ['usd', 2],
  ['HUF', 2],
] as [string, number][])('%s has %d decimals, whatever the browser or the server runs on', (code, decimals) => {
  expect(decimalsOf(code)).toBe(decimals)
})

test('1234550 huf are 12,345.50 on the page, in the email and on the invoice, and 20000 typed are two million minor units', () => {
  const shown = [
    formatMoney('en-GB', MINOR, 'huf'),
    amountText('en', MINOR, 'huf'),
    statedAmount({ language: 'en', currency: 'huf' }, MINOR),
    perInterval(formatMoney('en-GB', MINOR, 'huf'), null),
  ]
  expect(shown.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(Array.from(shown, () => 'HUF 12,345.50'))
  expect(toMinor('20000', 'huf', 'en-GB')).toBe(2_000_000)
  expect(bareMoney('en-GB', 2_000_000, 'huf')).toBe('20,000.00')
  expect(statedAmount({ language: 'en', currency: 'huf' }, -50).replaceAll('\u00a0', ' ')).toBe('−HUF 0.50')
})

test.each(CODES)('%s has the digits of the table in the form of a product, and what is typed there keeps them', (currency) => {
  const written = writtenBy(exponents[currency] ?? -1)
  const field = drawn(createElement(MoneyInput, { currency, value: MINOR, onChange: () => {} }))
  expect(/value="([^"]*)"/.exec(field)?.[1]).toBe(written)
  expect(fixed.valuesOf({ priceAmount: MINOR, priceCurrency: currency } as never)).toEqual({ kind: 'fixed', amount: MINOR })
  const context = { locale: 'en-GB', currency, interval: 'month' } as never
  expect(figuresOf(fixed.sentenceOf({ kind: 'fixed', amount: MINOR }, context) ?? '')).toBe(written)
  for (const locale of LOCALES) {
    expect(toMinor(bareMoney(locale, MINOR, currency), currency, locale)).toBe(MINOR)
    expect(toMinor('20000', currency, locale)).toBe(20_000 * 10 ** (exponents[currency] ?? Number.NaN))
    expect(toUnitAmount(bareUnitAmount(locale, '1234550.5', currency), currency, locale)).toBe('1234550.5')
  }
})

test.each(CODES)('%s has the digits of the table on the checkout, in emails and on invoices', (currency) => {
  const written = writtenBy(exponents[currency] ?? -1)
  const bill = { items: [{ label: 'Plan', amount: MINOR }], subtotalAmount: MINOR, discountAmount: 0, taxAmount: 0, totalAmount: MINOR }
  const table = textOf(drawn(createElement(BillTable, { bill, currency, isDue: true } as never)))
  expect(table.match(/\d[\d.,]*\d/g)).toContain(written)
  expect(figuresOf(textOf(drawn(createElement(Amount, { value: MINOR, currency }))))).toBe(written)
  expect(textOf(drawn(createElement(Amount, { value: MINOR, currency, big: true }))).replaceAll(' ', '')).toContain(written)
  expect(figuresOf(formatMoney('en-GB', MINOR, currency))).toBe(written)
  expect(figuresOf(amountText('en', MINOR, currency))).toBe(written)
  expect(figuresOf(statedAmount({ language: 'en', currency }, MINOR))).toBe(written)
  // A unit price has at least the decimals of its currency.
  expect(figuresOf(formatUnitAmount('en-GB', String(MINOR), currency))).toBe(written)
})

test.each(CODES)('%s has the digits of the table in the dialog of a refund, in filters and in exports', (currency) => {
  const decimals = exponents[currency] ?? -1
  const plain = { 0: '1234550', 2: '12345.50', 3: '1234.550' }[decimals]
  expect(toDecimal(MINOR, currency)).toBe(plain)
  expect(decimalString(MINOR, currency)).toBe(plain)
  expect(toMinor(toDecimal(MINOR, currency).replace('.', ','), currency, 'de-DE')).toBe(MINOR)
  // The text of a filter in the address is in minor units: it is typed and shown like any amount.
  const range = parseFilter('amounts', toRangeText(toMinor(bareMoney('en-GB', MINOR, currency), currency, 'en-GB') ?? 0, undefined))
  expect(range).toMatchObject({ min: MINOR })
  expect(figuresOf(formatMoney('en-GB', range?.min ?? 0, currency))).toBe(writtenBy(decimals))
  const columns = exportColumns(z.object({ amount: z.int(), currency: z.string() }))
  expect(columns['amount_decimal']?.({ amount: MINOR, currency })).toBe(decimal(MINOR, currency))
  expect(decimal(MINOR, currency)).toBe(MINOR / 10 ** decimals)
})
