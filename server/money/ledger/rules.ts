import { assert } from '#kernel/assert.ts'
import { sum } from '#kernel/money.ts'
import { type EntryAmounts, type EntryKind, postingsOf } from './kinds.ts'
import type { Account, Entry, EntryDraft } from './model.ts'

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

/** Where an entry comes from. */
export interface EntryContext {
  readonly organizationId: string
  /** `order:<id>`; an entry of one kind is posted once for it. */
  readonly source: string
  readonly orderId: string | null
  /** Whose credit it changes; for entries that post to `customer_credit`. */
  readonly customerId: string | null
  readonly currency: string
  readonly now: Date
}

/** An entry of a kind. Throws a `Bug` when it does not balance, or when it posts nothing. */
export function entryOf<Kind extends EntryKind>(kind: Kind, amounts: EntryAmounts<Kind>, context: EntryContext): EntryDraft {
  const { organizationId, source, orderId, customerId, currency, now } = context
  const postings = postingsOf(kind, amounts, customerId)
  assert(isBalanced(postings), `The entry of a ${kind} does not balance`)
  return { organizationId, kind, source, orderId, currency, happenedAt: now, postings }
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
  const sales = order.entries.filter(({ kind }) => kind === 'sale' || kind === 'platform_sale')
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
