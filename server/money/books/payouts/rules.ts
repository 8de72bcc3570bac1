import { round, sum } from '#kernel/money.ts'
import type { EntryAmounts } from '#money/books/ledger/model.ts'

/** The fee that the operator keeps of each sale. */
export interface FeeTerms {
  /** Hundredths of a percent of the total, tax included. */
  readonly basisPoints: number
  /** Minor units of the currency of the sale. */
  readonly fixed: number
}

/** The operator's fee on a total, both in minor units (rule L4). */
export function platformFee(totalAmount: number, { basisPoints, fixed }: FeeTerms): number {
  return totalAmount === 0 ? 0 : sum([round(BigInt(totalAmount) * BigInt(basisPoints), 10_000), fixed])
}

/** An amount that is owed to an organization, or owed by it where it is negative; `isHeld` while it has no payout account. */
interface Share {
  readonly amount: number
  readonly isHeld: boolean
}

/** The parts of an entry that change what an organization is owed. */
export type ShareParts = Readonly<Record<'held' | 'payable' | 'lessHeld' | 'lessPayable', number>>

/** The share of an organization as parts of an entry; none is negative. */
export function shareParts({ amount, isHeld }: Share): ShareParts {
  const [more, less] = [Math.max(0, amount), Math.max(0, -amount)]
  return { held: isHeld ? more : 0, payable: isHeld ? 0 : more, lessHeld: isHeld ? less : 0, lessPayable: isHeld ? 0 : less }
}

/** A sale of the operator for an organization: the fee, and the entry's amounts from those of an organization that sells itself. */
export function platformSale(
  sale: EntryAmounts<'sale'>,
  { terms, isHeld }: { readonly terms: FeeTerms; readonly isHeld: boolean },
): { readonly fee: number; readonly amounts: EntryAmounts<'platform_sale'> } {
  const fee = platformFee(sum([sale.net, sale.tax]), terms)
  const { net, ...shared } = sale
  return { fee, amounts: { ...shared, fee, ...shareParts({ amount: net - fee, isHeld }) } }
}

/** The part of an available balance that is paid out, and what remains: all of it from the minimum on, otherwise nothing. Minor units. */
export function payoutOf(available: number, minimum: number): { readonly payout: number; readonly remaining: number } {
  const payout = available > 0 && available >= minimum ? available : 0
  return { payout, remaining: available - payout }
}
