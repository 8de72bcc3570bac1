// The digits of every currency in emails, on invoices and in exports: they are those of the table.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { amountText } from '#emails/amount.ts'
import { exponents } from '#kernel/currencies.ts'
import { decimal, decimalString } from '#kernel/money.ts'
import { decimalsOf } from '#kernel/numbers/currency-decimals.ts'
import { exportColumns } from '#platform/resource/exports/columns.ts'
import { statedAmount } from './document.ts'

const MINOR = 1_234_550
/** The amount in English without its currency, and as a plain decimal. */
const writings: Readonly<Record<number, readonly [written: string, plain: string]>> = {
  0: ['1,234,550', '1234550'],
  2: ['12,345.50', '12345.50'],
  3: ['1,234.550', '1234.550'],
}
const figuresOf = (text: string) => /\d[\d.,]*\d/.exec(text)?.[0]

test.each([
  [0, 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf'],
  [2, 'afn all cop huf idr irr kpw lak lbp mga mmk pkr sos syp yer rsd usd eur HUF'],
  [3, 'bhd iqd jod kwd lyd omr tnd'],
])('ISO 4217 gives %d decimals to %s, whatever the browser or the server runs on', (decimals, codes) => {
  for (const code of codes.split(' ')) expect([code, decimalsOf(code)]).toEqual([code, decimals])
})

test('1234550 huf are 12,345.50 in an email and on an invoice', () => {
  const shown = [amountText('en', MINOR, 'huf'), statedAmount({ language: 'en', currency: 'huf' }, MINOR)]
  expect(shown.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(['HUF 12,345.50', 'HUF 12,345.50'])
  expect(statedAmount({ language: 'en', currency: 'huf' }, -50).replaceAll('\u00a0', ' ')).toBe('−HUF 0.50')
})

test.each(Object.keys(exponents))('%s has the digits of the table in emails, on invoices and in exports', (currency) => {
  const decimals = exponents[currency] ?? -1
  const [written, plain] = writings[decimals] ?? []
  expect(figuresOf(amountText('en', MINOR, currency))).toBe(written)
  expect(figuresOf(statedAmount({ language: 'en', currency }, MINOR))).toBe(written)
  expect(decimalString(MINOR, currency)).toBe(plain)
  const columns = exportColumns(z.object({ amount: z.int(), currency: z.string() }))
  expect(columns['amount_decimal']?.({ amount: MINOR, currency })).toBe(decimal(MINOR, currency))
  expect(decimal(MINOR, currency)).toBe(MINOR / 10 ** decimals)
})
