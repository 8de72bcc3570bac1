import { assert } from '#kernel/assert.ts'
import { sum } from '#kernel/money.ts'
import type { Account, Entry, EntryDraft, Posting } from './model.ts'

/** An amount on an account, with a currency where an entry could mix currencies. */
export interface BalanceLine {
  readonly account: string
  readonly amount: number
  readonly currency?: string | undefined
}

/** Whether postings balance: two or more, summing to zero in each currency (rule L1). */
export function isBalanced(postings: readonly BalanceLine[]): boolean {
  const currencies = new Set(postings.map((posting) => posting.currency))
  const remainders = [...currencies].map((currency) => sum(postings.filter((one) => one.currency === currency).map((one) => one.amount)))
  return postings.length >= 2 && remainders.every((rest) => rest === 0)
}

/** An order that was paid through a processor. Minor units; `providerFee` is the processor's fee. */
export interface Sale {
  readonly net: number
  readonly tax: number
  readonly providerFee: number
}

/** The postings of a sale: the payment debits clearing, revenue and tax are credited, and the processor's fee is paid. */
export function salePostings(sale: Sale): Posting[] {
  return [
    post('provider_clearing', sum([sale.net, sale.tax])),
    post('revenue', -sale.net),
    post('tax_payable', -sale.tax),
    post('provider_fees', sale.providerFee),
    post('provider_clearing', -sale.providerFee),
  ].filter((posting) => posting.amount !== 0)
}

/** The entry of a paid order. Throws a `Bug` when it does not balance, or when nothing was paid. */
export function saleEntry(
  sale: Sale,
  context: { readonly organizationId: string; readonly orderId: string; readonly currency: string; readonly now: Date },
): EntryDraft {
  const postings = salePostings(sale)
  assert(isBalanced(postings), 'The entry of a sale does not balance')
  return {
    organizationId: context.organizationId,
    kind: 'sale',
    source: `order:${context.orderId}`,
    orderId: context.orderId,
    currency: context.currency,
    happenedAt: context.now,
    postings,
  }
}

/** The sum of each account with postings, over entries in one currency. */
export function balancesOf(entries: readonly Pick<Entry, 'postings'>[]): Map<Account, number> {
  const balances = new Map<Account, number>()
  for (const { account, amount } of entries.flatMap((entry) => entry.postings))
    balances.set(account, sum([balances.get(account) ?? 0, amount]))
  return balances
}

/** The totals of an order, in minor units of its currency. */
export interface OrderTotals {
  readonly total: number
  readonly captured: number
  readonly credit: number
  readonly writtenOff: number
  readonly refunded?: number | undefined
}

/** Whether a paid order adds up: captured plus credit is the total less the written-off amount, and refunds are not more (rule L5). */
export function isOrderSettled(totals: OrderTotals): boolean {
  const received = sum([totals.captured, totals.credit])
  return received === totals.total - totals.writtenOff && (totals.refunded ?? 0) <= received
}

/** An order as stored, and its entries. */
export interface OrderToVerify {
  readonly total: number
  readonly tax: number
  readonly credit: number
  readonly writtenOff: number
  readonly refunded: number
  readonly refundedTax: number
  readonly isPaid: boolean
  readonly entries: readonly Pick<Entry, 'kind' | 'postings'>[]
}

/** The faults of an order's entries, as sentences; none when they record exactly what was paid (rule L5). */
export function orderFaults(order: OrderToVerify): string[] {
  const faults: string[] = []
  const sales = order.entries.filter((entry) => entry.kind === 'sale')
  if (!order.isPaid) return sales.length > 0 ? ['it is not paid and has an entry of a sale'] : []
  const captured = sum(
    sales.flatMap((entry) =>
      entry.postings.filter((one) => one.account === 'provider_clearing' && one.amount > 0).map((one) => one.amount),
    ),
  )
  const posted = balancesOf(order.entries).get('tax_payable') ?? 0
  const totals = {
    total: order.total,
    captured,
    credit: order.credit,
    writtenOff: order.writtenOff,
    refunded: order.refunded + order.refundedTax,
  }
  if (!isOrderSettled(totals))
    faults.push(`${captured} captured and ${order.credit} of credit do not make ${order.total - order.writtenOff}`)
  if (posted !== -(order.tax - order.refundedTax)) faults.push(`${-posted} of tax is posted, ${order.tax - order.refundedTax} is owed`)
  return faults
}

/** The faults of one entry, as sentences; none when it is valid. */
export function entryFaults(postings: readonly BalanceLine[]): string[] {
  if (postings.length < 2) return ['it has fewer than two postings']
  return isBalanced(postings) ? [] : [`its postings leave ${sum(postings.map((posting) => posting.amount))}`]
}

function post(account: Account, amount: number): Posting {
  return { account, amount: amount === 0 ? 0 : amount }
}
