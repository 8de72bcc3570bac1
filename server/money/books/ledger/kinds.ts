// The kinds of entries: which accounts each debits and credits, and by which amounts.
import { assert } from '#kernel/assert.ts'
import { sum } from '#kernel/money.ts'
import type { Account, Posting } from './model.ts'

/** One posting of a kind: the amounts are added up, in minor units. */
interface Line<Part extends string> {
  readonly account: Account
  readonly side: 'debit' | 'credit'
  readonly parts: readonly Part[]
}

const debit = <const Part extends string>(account: Account, ...parts: Part[]): Line<Part> => ({ account, side: 'debit', parts })
const credit = <const Part extends string>(account: Account, ...parts: Part[]): Line<Part> => ({ account, side: 'credit', parts })

/**
 * Every kind with its lines. A kind is unique together with the source of its entry, so that a replay cannot post twice. The order of
 * the lines is that of the postings; a line whose amounts are zero posts nothing.
 */
export const entryKinds = {
  /** An order was paid: `captured` by the processor, with customer `credit`, or `writtenOff` below the smallest chargeable amount. */
  sale: [
    debit('provider_clearing', 'captured'),
    debit('customer_credit', 'credit'),
    debit('write_off', 'writtenOff'),
    credit('revenue', 'net'),
    credit('tax_payable', 'tax'),
    debit('provider_fees', 'providerFee'),
    credit('provider_clearing', 'providerFee'),
  ],
  /** The operator sold an order for the organization: a fee stays with them, the rest is owed to it, or `held` (rule L4). */
  platform_sale: [
    debit('provider_clearing', 'captured'),
    debit('customer_credit', 'credit'),
    debit('write_off', 'writtenOff'),
    credit('platform_fee', 'fee'),
    credit('org_held', 'held'),
    credit('org_payable', 'payable'),
    // The fee is more than the sale.
    debit('org_held', 'lessHeld'),
    debit('org_payable', 'lessPayable'),
    credit('tax_payable', 'tax'),
    debit('provider_fees', 'providerFee'),
    credit('provider_clearing', 'providerFee'),
  ],
  /** A customer got credit for what was sold before, such as the rest of a period before a downgrade. */
  customer_credit: [debit('revenue', 'net'), debit('tax_payable', 'tax'), credit('customer_credit', 'net', 'tax')],
  /** The same for what the operator sold: the organization is owed less (rule L4). */
  platform_customer_credit: [
    debit('org_held', 'lessHeld'),
    debit('org_payable', 'lessPayable'),
    debit('tax_payable', 'tax'),
    credit('customer_credit', 'net', 'tax'),
  ],
  /** Credit for what was sold before is taken back, because the payment of it was lost. */
  customer_credit_reversal: [debit('customer_credit', 'net', 'tax'), credit('revenue', 'net'), credit('tax_payable', 'tax')],
  /** The same for what the operator sold: the organization is owed it again. */
  platform_customer_credit_reversal: [
    debit('customer_credit', 'net', 'tax'),
    credit('org_held', 'held'),
    credit('org_payable', 'payable'),
    credit('tax_payable', 'tax'),
  ],
  /** A merchant gave credit to a customer. */
  credit_grant: [debit('revenue', 'net'), credit('customer_credit', 'net')],
  /** The same where the operator sells: the organization is owed less. */
  platform_credit_grant: [debit('org_held', 'lessHeld'), debit('org_payable', 'lessPayable'), credit('customer_credit', 'net')],
  /** An order was refunded: `returned` by the processor, the rest `credited` to the customer (rule W5). */
  refund: [
    debit('refunds', 'net'),
    debit('tax_payable', 'tax'),
    credit('provider_clearing', 'returned'),
    credit('customer_credit', 'credited'),
  ],
  /** The same for what the operator sold: the organization owes what it got, and the operator keeps the fee (rule L4). */
  platform_refund: [
    debit('org_held', 'lessHeld'),
    debit('org_payable', 'lessPayable'),
    debit('tax_payable', 'tax'),
    credit('provider_clearing', 'returned'),
    credit('customer_credit', 'credited'),
  ],
  /** A refund failed, or the bank sent it back. What the customer has used of its credit meanwhile is written off: `lost`. */
  refund_reversal: [
    debit('provider_clearing', 'returned'),
    debit('customer_credit', 'credited'),
    debit('write_off', 'lost'),
    credit('refunds', 'net'),
    credit('tax_payable', 'tax'),
  ],
  /** The same for a refund of what the operator sold. */
  platform_refund_reversal: [
    debit('provider_clearing', 'returned'),
    debit('customer_credit', 'credited'),
    debit('write_off', 'lost'),
    credit('org_held', 'held'),
    credit('org_payable', 'payable'),
    credit('tax_payable', 'tax'),
  ],
  /** A second payment of what was paid already: it is not ours, and goes back at once (behaviour 1.1). */
  duplicate_payment: [
    debit('provider_clearing', 'captured'),
    credit('receivable', 'captured'),
    debit('provider_fees', 'providerFee'),
    credit('provider_clearing', 'providerFee'),
  ],
  /** That payment was returned. */
  duplicate_refund: [debit('receivable', 'returned'), credit('provider_clearing', 'returned')],
  /** The bank has sent the returned payment back. */
  duplicate_refund_reversal: [debit('provider_clearing', 'returned'), credit('receivable', 'returned')],
  /** A dispute was opened: the processor has taken the payment back and a fee, until it is resolved. */
  dispute_opened: [debit('disputes', 'net', 'tax'), debit('provider_fees', 'fee'), credit('provider_clearing', 'net', 'tax', 'fee')],
  /** A dispute was resolved: what its opening has posted is taken back. */
  dispute_resolved: [debit('provider_clearing', 'net', 'tax', 'fee'), credit('disputes', 'net', 'tax'), credit('provider_fees', 'fee')],
  /** A dispute was won, and the processor keeps a fee for it. */
  dispute_fee: [debit('provider_fees', 'fee'), credit('provider_clearing', 'fee')],
  /** The same as `dispute_lost` for what the operator sold: the organization owes what it got. */
  platform_dispute_lost: [
    debit('org_held', 'lessHeld'),
    debit('org_payable', 'lessPayable'),
    debit('tax_payable', 'tax'),
    debit('provider_fees', 'fee'),
    credit('provider_clearing', 'lessHeld', 'lessPayable', 'tax', 'fee'),
  ],
  /** A dispute was lost: the processor took the payment back, and a fee. */
  dispute_lost: [
    debit('disputes', 'net'),
    debit('tax_payable', 'tax'),
    debit('provider_fees', 'fee'),
    credit('provider_clearing', 'net', 'tax', 'fee'),
  ],
  /** The amount that was held for an organization is owed to it, since it has a payout account; negative balances move as well. */
  release: [debit('org_held', 'held'), credit('org_payable', 'held'), debit('org_payable', 'lessHeld'), credit('org_held', 'lessHeld')],
  /** The operator has paid an organization what it was owed. */
  payout: [debit('org_payable', 'amount'), credit('payouts', 'amount')],
} as const

export type EntryKind = keyof typeof entryKinds

/** The amounts that an entry of a kind is made from, in minor units; none is negative. */
export type EntryAmounts<Kind extends EntryKind> = Readonly<Record<(typeof entryKinds)[Kind][number]['parts'][number], number>>

/**
 * The postings of an entry: positive is debit, negative is credit. Those to `customer_credit` name the customer. Throws a `Bug` for a
 * negative amount.
 */
export function postingsOf<Kind extends EntryKind>(kind: Kind, amounts: EntryAmounts<Kind>, customerId: string | null = null): Posting[] {
  const lines: readonly Line<string>[] = entryKinds[kind]
  return lines.flatMap(({ account, side, parts }) => {
    const amount = sum(parts.map((part) => (amounts as Readonly<Record<string, number>>)[part] ?? 0))
    assert(amount >= 0, `The ${side} of ${account} is negative`)
    if (amount === 0) return []
    return [{ account, amount: side === 'debit' ? amount : -amount, ...(account === 'customer_credit' && { customerId }) }]
  })
}
