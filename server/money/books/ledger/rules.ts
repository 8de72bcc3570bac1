import { assert } from '#kernel/assert.ts'
import { sum } from '#kernel/money.ts'
import { type EntryAmounts, type EntryKind, postingsOf } from './kinds.ts'
import { type Account, accounts, type Entry, type EntryDraft } from './model.ts'

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

/** An order as stored, its payment and its entries. Minor units. */
export interface OrderToVerify {
  readonly net: number
  readonly total: number
  readonly tax: number
  readonly credit: number
  readonly writtenOff: number
  readonly refunded: number
  readonly refundedTax: number
  /** The amount that disputes have taken back. */
  readonly disputed: number
  readonly disputedTax: number
  /** The amount that open disputes reclaim, with the tax. */
  readonly pendingDispute: number
  readonly isPaid: boolean
  /** The amount that its payment captured, and what the processor kept of that. */
  readonly captured: number
  readonly providerFee: number
  /** Null where the organization sold it. */
  readonly platformFee: number | null
  /** The amount of its items, before the discount and tax, and their taxes. */
  readonly itemsAmount: number
  readonly itemsTax: number
  readonly discount: number
  /** The part of the tax that the amounts of the items contain, and the sum of the taxes that its decision lists. */
  readonly containedTax: number
  readonly decidedTax: number
  readonly entries: readonly Pick<Entry, 'id' | 'kind' | 'postings'>[]
}

/** The fault as a sentence, and the entry that has it; null where an entry is missing. */
export interface Fault {
  readonly entryId: string | null
  readonly sentence: string
}

const saleKinds: readonly EntryKind[] = ['sale', 'platform_sale']
const openKinds: readonly EntryKind[] = ['dispute_opened', 'dispute_resolved']
const lostKinds: readonly EntryKind[] = ['dispute_lost', 'platform_dispute_lost']
const returnKinds: readonly EntryKind[] = ['refund', 'refund_reversal', 'platform_refund', 'platform_refund_reversal']

/**
 * The faults of an order: its amounts add up, its entry posts exactly what was captured, credited, written off, kept and owed, and the
 * entries of its refunds exactly what was refunded (rule L5).
 */
export function orderFaults(order: OrderToVerify): Fault[] {
  const [sale, ...further] = order.entries.filter(({ kind }) => saleKinds.includes(kind))
  const isPosted = order.isPaid && order.total > 0
  const at = (sentence: string | null) => (sentence === null ? [] : [{ entryId: sale?.id ?? null, sentence }])
  return [
    ...further.map(({ id }) => ({ entryId: id, sentence: 'it has a second entry of a sale' })),
    ...(isPosted || !sale ? [] : at(order.isPaid ? 'it is free and has an entry of a sale' : 'it is not paid and has an entry of a sale')),
    ...(isPosted && !sale ? at('it is paid and has no entry') : []),
    ...at(totalsFault(order)),
    ...(isPosted && sale ? at(entryDifference(sale, saleBalances(order))) : []),
    ...at(refundsFault(order)),
    ...at(openDisputesFault(order)),
    ...at(lostDisputesFault(order)),
  ]
}

function totalsFault(order: OrderToVerify): string | null {
  const { net, tax, total, captured, credit, writtenOff } = order
  if (order.decidedTax !== tax) return `its taxes make ${order.decidedTax}, which is not ${tax}`
  if (order.itemsAmount - order.discount - order.containedTax !== net || order.itemsTax !== tax || net + tax !== total)
    return `its items make ${order.itemsAmount} and ${order.itemsTax} of tax, which is not ${net} and ${tax}, or ${total} in all`
  const refunded = order.refunded + order.refundedTax
  if (order.isPaid && !isOrderSettled({ total, captured, credit, writtenOff, refunded }))
    return `${captured} captured and ${credit} of credit do not make ${total - writtenOff}, of which ${refunded} is refunded`
  return null
}

function saleBalances(order: OrderToVerify): Map<Account, number> {
  const { net, tax, captured, providerFee, credit, writtenOff, platformFee } = order
  const share = platformFee === null ? { revenue: -net } : { platform_fee: -platformFee, org_payable: platformFee - net }
  const amounts = { provider_clearing: captured - providerFee, provider_fees: providerFee, customer_credit: credit }
  return new Map(Object.entries({ ...amounts, write_off: writtenOff, tax_payable: -tax, ...share }) as [Account, number][])
}

function refundsFault(order: OrderToVerify): string | null {
  const balances = balancesOf(order.entries.filter(({ kind }) => returnKinds.includes(kind)))
  const posted = sum((['refunds', 'org_held', 'org_payable'] as const).map((account) => balances.get(account) ?? 0))
  const tax = balances.get('tax_payable') ?? 0
  if (posted === order.refunded && tax === order.refundedTax) return null
  return `refunds of ${posted} and ${tax} of tax are posted, ${order.refunded} and ${order.refundedTax} are refunded`
}

function openDisputesFault(order: OrderToVerify): string | null {
  const posted = balancesOf(order.entries.filter(({ kind }) => openKinds.includes(kind))).get('disputes') ?? 0
  return posted === order.pendingDispute ? null : `open disputes of ${posted} are posted, ${order.pendingDispute} are reclaimed`
}

function lostDisputesFault(order: OrderToVerify): string | null {
  const balances = balancesOf(order.entries.filter(({ kind }) => lostKinds.includes(kind)))
  const posted = sum((['disputes', 'org_held', 'org_payable'] as const).map((account) => balances.get(account) ?? 0))
  const tax = balances.get('tax_payable') ?? 0
  if (posted === order.disputed && tax === order.disputedTax) return null
  return `lost disputes of ${posted} and ${tax} of tax are posted, ${order.disputed} and ${order.disputedTax} are lost`
}

/**
 * The difference of the balances of an entry from what it should post, as a sentence; null where there is none. What is held for an
 * organization counts as owed to it: which of the two it was depends on its payout account at the time.
 */
export function entryDifference(entry: Pick<Entry, 'postings'>, expected: ReadonlyMap<Account, number>): string | null {
  const [posted, due] = [merged(balancesOf([entry])), merged(expected)]
  const differing = accounts.filter((account) => (posted.get(account) ?? 0) !== (due.get(account) ?? 0))
  if (differing.length === 0) return null
  return differing.map((account) => `${account} is ${posted.get(account) ?? 0} instead of ${due.get(account) ?? 0}`).join(', ')
}

function merged(balances: ReadonlyMap<Account, number>): Map<Account, number> {
  const all = new Map(balances)
  all.set('org_payable', (all.get('org_payable') ?? 0) + (all.get('org_held') ?? 0))
  all.delete('org_held')
  return all
}

/** The faults of one entry, as sentences; none when it is valid. */
export function entryFaults(postings: readonly BalanceLine[]): string[] {
  if (postings.length < 2) return ['it has fewer than two postings']
  return isBalanced(postings) ? [] : [`its postings leave ${sum(postings.map((posting) => posting.amount))}`]
}
