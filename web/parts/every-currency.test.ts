// The digits of every currency, wherever a page writes an amount or a person types one: they are those of the server's table.
import { type ComponentProps, createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { exponents } from '#kernel/currencies.ts'
import { decimalString } from '#kernel/money.ts'
import { fixed } from '#web/dashboard/products/form/prices/fixed.tsx'
import { BillTable } from '#web/parts/bill-table.tsx'
import { perInterval } from '#web/parts/products/price-labels.ts'
import { parseFilter, toRangeText } from '#web/shell/list/filter-values.ts'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { LanguageProvider } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { toMinor } from '#web/ui/text/decimal.ts'
import { bareMoney, formatMoney } from '#web/ui/text/money.ts'
import { bareUnitAmount, formatUnitAmount, toUnitAmount } from '#web/ui/text/unit-amount.ts'

const MINOR = 1_234_550
const CODES = Object.keys(exponents)
const LOCALES = ['en-GB', 'de-DE', 'fr-FR']

/** The amount in English without its currency, by the table alone. */
const writtenBy = (decimals: number) => ({ 0: '1,234,550', 2: '12,345.50', 3: '1,234.550' })[decimals] ?? ''
/** The digits and separators of a text. */
const figuresOf = (text: string) => /\d[\d.,]*\d/.exec(text)?.[0]
const inEnglish = { language: { locale: 'en-GB', translate: (key: string) => key } } as ComponentProps<typeof LanguageProvider>
const drawn = (element: ReactElement) => renderToStaticMarkup(createElement(LanguageProvider, inEnglish, element))
const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ')

test('1234550 huf are 12,345.50 on the page, and 20000 typed are two million minor units', () => {
  expect(perInterval(formatMoney('en-GB', MINOR, 'huf'), null).replaceAll('\u00a0', ' ')).toBe('HUF 12,345.50')
  expect(toMinor('20000', 'huf', 'en-GB')).toBe(2_000_000)
  expect(bareMoney('en-GB', 2_000_000, 'huf')).toBe('20,000.00')
})

test.each(CODES)('%s has the digits of the table in the form of a product, and what is typed there keeps them', (currency) => {
  const written = writtenBy(exponents[currency] ?? -1)
  const field = drawn(createElement(MoneyInput, { currency, value: MINOR, onChange: () => {} }))
  expect(/value="([^"]*)"/.exec(field)?.[1]).toBe(written)
  expect(fixed.valuesOf({ priceAmount: MINOR, priceCurrency: currency } as Parameters<typeof fixed.valuesOf>[0])).toEqual({
    kind: 'fixed',
    amount: MINOR,
  })
  const context = { locale: 'en-GB', currency, interval: 'month' } as unknown as Parameters<typeof fixed.sentenceOf>[1]
  expect(figuresOf(fixed.sentenceOf({ kind: 'fixed', amount: MINOR }, context) ?? '')).toBe(written)
  for (const locale of LOCALES) {
    expect(toMinor(bareMoney(locale, MINOR, currency), currency, locale)).toBe(MINOR)
    expect(toMinor('20000', currency, locale)).toBe(20_000 * 10 ** (exponents[currency] ?? Number.NaN))
    expect(toUnitAmount(bareUnitAmount(locale, '1234550.5', currency), currency, locale)).toBe('1234550.5')
  }
})

test.each(CODES)('%s has the digits of the table on the checkout and wherever else an amount is shown', (currency) => {
  const written = writtenBy(exponents[currency] ?? -1)
  const amounts = { subtotalAmount: MINOR, discountAmount: 0, taxAmount: 0, totalAmount: MINOR }
  const bill = { items: [{ label: 'Plan', amount: MINOR }], ...amounts } as unknown as ComponentProps<typeof BillTable>['bill']
  const table = textOf(drawn(createElement(BillTable, { bill, currency, isDue: true })))
  expect(table.match(/\d[\d.,]*\d/g)).toContain(written)
  expect(figuresOf(textOf(drawn(createElement(Amount, { value: MINOR, currency }))))).toBe(written)
  expect(textOf(drawn(createElement(Amount, { value: MINOR, currency, big: true }))).replaceAll(' ', '')).toContain(written)
  expect(figuresOf(formatMoney('en-GB', MINOR, currency))).toBe(written)
  // A unit price has at least the decimals of its currency.
  expect(figuresOf(formatUnitAmount('en-GB', String(MINOR), currency))).toBe(written)
})

test.each(CODES)('%s has the digits of the table in the dialog of a refund and in filters', (currency) => {
  const decimals = exponents[currency] ?? -1
  expect(decimalString(MINOR, currency)).toBe({ 0: '1234550', 2: '12345.50', 3: '1234.550' }[decimals])
  expect(toMinor(decimalString(MINOR, currency).replace('.', ','), currency, 'de-DE')).toBe(MINOR)
  // The text of a filter in the address is in minor units: it is typed and shown like any amount.
  const range = parseFilter('amounts', toRangeText(toMinor(bareMoney('en-GB', MINOR, currency), currency, 'en-GB') ?? 0, undefined))
  expect(range).toMatchObject({ min: MINOR })
  expect(figuresOf(formatMoney('en-GB', range?.min ?? 0, currency))).toBe(writtenBy(decimals))
})
