import { Temporal } from 'temporal-polyfill'
import type { Account } from '#money/books/ledger/model.ts'

/** Sums of the postings to one account in a month, in minor units of one currency; neither is negative. */
export interface AccountSums {
  readonly account: Account
  readonly currency: string
  readonly debit: number
  readonly credit: number
}

/** The sales to buyers of one country, and their tax; in minor units, refunds taken off. */
export interface CountryTax {
  /** ISO 3166, `US-NY` where a state levies the tax; null where it is not known. */
  readonly country: string | null
  readonly currency: string
  readonly netAmount: number
  readonly taxAmount: number
}

/** A month of an organization's books in one currency, in minor units. */
export interface MonthlyBooks {
  readonly currency: string
  /** Sales before tax, less what became credit of customers. */
  readonly revenue: number
  /** The amount that the operator owes for what they sold, after their fee and its refunds. */
  readonly operatorSales: number
  readonly refunds: number
  readonly disputes: number
  /** Tax that was collected, less what was refunded. */
  readonly tax: number
  readonly providerFees: number
  readonly platformFees: number
  readonly payouts: number
  readonly creditIssued: number
  readonly creditUsed: number
  readonly writtenOff: number
  /** Revenue and operator sales, less refunds, disputes, fees of the provider and what was written off. */
  readonly result: number
  readonly taxes: readonly CountryTax[]
}

/** The instants at which a month (`2026-03`) begins and ends in a zone. */
export function monthRange(month: string, timeZone: string): { readonly start: Date; readonly end: Date } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  const instantOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timeZone).epochMilliseconds)
  return { start: instantOf(first), end: instantOf(first.add({ months: 1 })) }
}

/** The books of a month by currency, from the sums of its postings. What a sale holds or owes and a release moves cancels out. */
export function booksByCurrency(sums: readonly AccountSums[], taxes: readonly CountryTax[]): MonthlyBooks[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => booksOf(currency, sums, taxes))
}

function booksOf(currency: string, sums: readonly AccountSums[], taxes: readonly CountryTax[]): MonthlyBooks {
  const find = (account: Account) => sums.find((each) => each.account === account && each.currency === currency)
  const debit = (account: Account) => find(account)?.debit ?? 0
  const credit = (account: Account) => find(account)?.credit ?? 0
  const net = (account: Account) => debit(account) - credit(account)
  const payouts = credit('payouts') - debit('payouts')
  const parts = {
    revenue: less(0, net('revenue')),
    operatorSales: less(payouts, net('org_payable') + net('org_held')),
    refunds: net('refunds'),
    disputes: net('disputes'),
    tax: less(0, net('tax_payable')),
    providerFees: net('provider_fees'),
    platformFees: less(0, net('platform_fee')),
    payouts,
    creditIssued: credit('customer_credit'),
    creditUsed: debit('customer_credit'),
    writtenOff: net('write_off'),
  }
  const costs = parts.refunds + parts.disputes + parts.providerFees + parts.writtenOff
  const ofCurrency = taxes.filter((each) => each.currency === currency)
  return { currency, ...parts, result: parts.revenue + parts.operatorSales - costs, taxes: ofCurrency }
}

// Never the negative zero.
function less(from: number, amount: number): number {
  return amount === 0 ? from : from - amount
}
