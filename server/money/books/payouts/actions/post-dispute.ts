import { type EntryContext, entryOf, postEntry } from '#money/books/ledger/index.ts'
import type { EntryAmounts } from '#money/books/ledger/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { shareParts } from '../rules.ts'
import { findTerms } from '../store.ts'

/** A step of a dispute to post: before tax, the tax, and the fee of the processor, in minor units. */
export interface DisputeToPost {
  readonly effect: 'open' | 'win' | 'lose'
  readonly amounts: EntryAmounts<'dispute_lost'>
  /** The fee that the opening has posted; `amounts.fee` is what the processor keeps in the end. */
  readonly openedFee: number
  /** Whether the operator sold the order for the organization, which then owes what it got (rule L4). */
  readonly isPlatformSale: boolean
  readonly context: EntryContext
}

/**
 * Posts a step of a dispute once for its source. The processor takes the payment and its fee when the dispute opens: that is pending until it
 * is resolved, which takes the pending entry back. A lost one is then posted for good, and of a won one the fee that the processor keeps
 * (rule W8).
 */
export async function postDispute(tx: Tx, { effect, amounts, openedFee, isPlatformSale, context }: DisputeToPost): Promise<void> {
  const opened = { ...amounts, fee: openedFee }
  await postEntry(tx, entryOf(effect === 'open' ? 'dispute_opened' : 'dispute_resolved', opened, context))
  if (effect === 'win' && amounts.fee > 0) await postEntry(tx, entryOf('dispute_fee', { fee: amounts.fee }, context))
  if (effect !== 'lose') return
  if (!isPlatformSale) {
    await postEntry(tx, entryOf('dispute_lost', amounts, context))
    return
  }
  const { net, tax, fee } = amounts
  const isHeld = (await findTerms(tx, context.organizationId)).payoutAccount === null
  const { lessHeld, lessPayable } = shareParts({ amount: -net, isHeld })
  await postEntry(tx, entryOf('platform_dispute_lost', { lessHeld, lessPayable, tax, fee }, context))
}
