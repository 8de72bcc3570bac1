import { z } from 'zod'
import type { MonthlyBooks } from './rules.ts'

const month = z
  .string()
  .regex(/^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/)
  .meta({ description: 'The month, such as `2026-03`, in the billing zone of the organization.', example: '2026-03' })

export const booksQuery = z.object({ month })

const amount = (description: string) => z.int().meta({ description: `${description} In minor units.` })

const countryTax = z
  .object({
    country: z.string().nullable().meta({ description: 'The country or state that levies the tax, or that of the buyer; null: unknown.' }),
    net_amount: amount('Sales before tax, less refunds.'),
    tax_amount: amount('The tax on it.'),
  })
  .meta({ id: 'BooksCountryTax' })

const currencyBooks = z
  .object({
    currency: z.string(),
    revenue_amount: amount('Sales before tax, less what became credit of customers.'),
    operator_sales_amount: amount('What the operator owes for what they sold, after their fee and refunds.'),
    refunded_amount: amount('What was refunded, before tax.'),
    disputed_amount: amount('What disputes took back, before tax.'),
    tax_amount: amount('Tax that was collected, less what was refunded.'),
    provider_fee_amount: amount('The fees of the payment provider.'),
    platform_fee_amount: amount('The fees of the operator.'),
    payout_amount: amount('What the operator paid out.'),
    credit_issued_amount: amount('What customers got as credit.'),
    credit_used_amount: amount('What customers paid with credit.'),
    written_off_amount: amount('What was too small to be charged, or lost.'),
    result_amount: amount(
      'Revenue and sales of the operator, less refunds, disputes, fees of the payment provider and what was written off.',
    ),
    taxes: z.array(countryTax).meta({ description: 'Sales and their tax by country.' }),
  })
  .meta({ id: 'BooksCurrency' })

/** The books of an organization in a month, from its ledger. */
export const monthlyBooks = z
  .object({
    month,
    time_zone: z.string().meta({ description: 'The IANA zone in which the month begins and ends.' }),
    items: z.array(currencyBooks).meta({ description: 'The books by currency; empty where nothing was posted.' }),
  })
  .meta({ id: 'MonthlyBooks' })

/** The books of a month as JSON. */
export function toMonthlyBooksWire(
  query: z.output<typeof booksQuery>,
  timeZone: string,
  books: readonly MonthlyBooks[],
): z.output<typeof monthlyBooks> {
  return { month: query.month, time_zone: timeZone, items: books.map(toCurrencyWire) }
}

function toCurrencyWire(books: MonthlyBooks): z.output<typeof currencyBooks> {
  return {
    currency: books.currency,
    revenue_amount: books.revenue,
    operator_sales_amount: books.operatorSales,
    refunded_amount: books.refunds,
    disputed_amount: books.disputes,
    tax_amount: books.tax,
    provider_fee_amount: books.providerFees,
    platform_fee_amount: books.platformFees,
    payout_amount: books.payouts,
    credit_issued_amount: books.creditIssued,
    credit_used_amount: books.creditUsed,
    written_off_amount: books.writtenOff,
    result_amount: books.result,
    taxes: books.taxes.map(({ country, netAmount, taxAmount }) => ({ country, net_amount: netAmount, tax_amount: taxAmount })),
  }
}
