import { type EntryContext, entryOf, postEntry } from '#money/books/ledger/index.ts'
import type { EntryAmounts, EntryDraft } from '#money/books/ledger/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import { shareParts } from '../rules.ts'
import { findTerms } from '../store.ts'

/** A refund to post, or its reversal: the amounts as those of an organization that sells itself. A refund itself loses nothing. */
export interface RefundToPost {
  readonly kind: 'refund' | 'refund_reversal'
  readonly amounts: EntryAmounts<'refund_reversal'>
  /** Whether the operator sold the order for the organization, which then owes what it got (rule L4). */
  readonly isPlatformSale: boolean
  readonly context: EntryContext
}

/** Posts a refund that succeeded, or the reversal of one that the bank has sent back, once for its source. */
export async function postRefund(tx: Tx, { kind, amounts, isPlatformSale, context }: RefundToPost): Promise<void> {
  if (!isPlatformSale) {
    await post(tx, entryOf(kind, amounts, context))
    return
  }
  const { net, ...shared } = amounts
  const isHeld = (await findTerms(tx, context.organizationId)).payoutAccount === null
  const share = shareParts({ amount: kind === 'refund' ? -net : net, isHeld })
  await post(tx, entryOf(`platform_${kind}`, { ...shared, ...share }, context))
}

// The transaction that has locked the order changes the status of the refund, so the entry is always new.
function post(tx: Tx, entry: EntryDraft): Promise<void> {
  return sendAhead(async () => void (await postEntry(tx, entry)))
}
