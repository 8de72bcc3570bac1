import { assert } from '#kernel/assert.ts'
import { sum } from '#kernel/money.ts'
import type { Account, Entry, EntryDraft, Posting } from './model.ts'

/** An amount on an account; with a currency where an entry could mix them. */
export interface Balanced {
  readonly account: string
  readonly amount: number
  readonly currency?: string | undefined
}

/** Whether postings make an entry: two or more, and nothing left over in any currency (rule L1). */
export function isBalanced(postings: readonly Balanced[]): boolean {
  const currencies = new Set(postings.map((posting) => posting.currency))
  const rests = [...currencies].map((currency) => sum(postings.filter((one) => one.currency === currency).map((one) => one.amount)))
  return postings.length >= 2 && rests.every((rest) => rest === 0)
}

/** An order that was paid through a processor. Minor units; `providerFee` is what the processor keeps. */
export interface Sale {
  readonly net: number
  readonly tax: number
  readonly providerFee: number
}

/** The postings of a sale: the money arrives, revenue and tax are owed for it, and the processor's fee leaves. */
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
  made: { readonly organizationId: string; readonly orderId: string; readonly currency: string; readonly now: Date },
): EntryDraft {
  const postings = salePostings(sale)
  assert(isBalanced(postings), 'The entry of a sale does not balance')
  return {
    organizationId: made.organizationId,
    kind: 'sale',
    source: `order:${made.orderId}`,
    orderId: made.orderId,
    currency: made.currency,
    happenedAt: made.now,
    postings,
  }
}

/** The sums on each account that was touched, of entries in one currency. */
export function balancesOf(entries: readonly Pick<Entry, 'postings'>[]): Map<Account, number> {
  const balances = new Map<Account, number>()
  for (const { account, amount } of entries.flatMap((entry) => entry.postings))
    balances.set(account, sum([balances.get(account) ?? 0, amount]))
  return balances
}

/** What an order's books say, in minor units of its currency. */
export interface OrderBooks {
  readonly total: number
  readonly captured: number
  readonly credit: number
  readonly writtenOff: number
  readonly refunded?: number | undefined
}

/** Whether a paid order adds up: captured and credit are the total but for what was written off, and no more went back (rule L5). */
export function isOrderSettled(books: OrderBooks): boolean {
  const received = sum([books.captured, books.credit])
  return received === books.total - books.writtenOff && (books.refunded ?? 0) <= received
}

/** An order as the books of record know it, and the entries that name it. */
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

/** What is wrong with an order's entries, in sentences; none when they tell of exactly what was paid (rule L5). */
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
  const books = {
    total: order.total,
    captured,
    credit: order.credit,
    writtenOff: order.writtenOff,
    refunded: order.refunded + order.refundedTax,
  }
  if (!isOrderSettled(books))
    faults.push(`${captured} captured and ${order.credit} of credit do not make ${order.total - order.writtenOff}`)
  if (posted !== -(order.tax - order.refundedTax)) faults.push(`${-posted} of tax is posted, ${order.tax - order.refundedTax} is owed`)
  return faults
}

/** What is wrong with one entry, in sentences; none when it may stand. */
export function entryFaults(postings: readonly Balanced[]): string[] {
  if (postings.length < 2) return ['it has fewer than two postings']
  return isBalanced(postings) ? [] : [`its postings leave ${sum(postings.map((posting) => posting.amount))}`]
}

function post(account: Account, amount: number): Posting {
  return { account, amount: amount === 0 ? 0 : amount }
}
