import { type EntryContext, entryOf, postEntry } from '#money/books/ledger/index.ts'
import type { EntryDraft } from '#money/books/ledger/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import type { Platform } from '#platform/platform.ts'
import { shareParts } from '../rules.ts'
import { findTerms } from '../store.ts'

/** Credit of a customer to post: a merchant's grant, or the rest of what was sold before, with its tax. Minor units. */
export interface CustomerCreditToPost {
  readonly isGrant: boolean
  readonly net: number
  readonly tax: number
  readonly context: EntryContext
}

/**
 * Posts credit that a customer was given, once for its source. It lessens revenue, grants as well: credit that an order uses is revenue of
 * that order, so that both together are what the customer has paid. Where the operator sells, the organization is owed less (rule L4).
 */
export async function postCustomerCredit(
  tx: Tx,
  { settings }: Pick<Platform, 'settings'>,
  { isGrant, net, tax, context }: CustomerCreditToPost,
): Promise<void> {
  if (settings.MERCHANT_OF_RECORD === 'organization') {
    await post(tx, isGrant ? entryOf('credit_grant', { net }, context) : entryOf('customer_credit', { net, tax }, context))
    return
  }
  const isHeld = (await findTerms(tx, context.organizationId)).payoutAccount === null
  const share = shareParts({ amount: -net, isHeld })
  const entry = isGrant
    ? entryOf('platform_credit_grant', { ...share, net }, context)
    : entryOf('platform_customer_credit', { ...share, net, tax }, context)
  await post(tx, entry)
}

/** Credit that is taken back: before tax, and the tax, in minor units. */
export interface CreditReversalToPost {
  readonly net: number
  readonly tax: number
  /** Whether the operator sold the order that gave it. */
  readonly isPlatformSale: boolean
  readonly context: EntryContext
}

/** Posts that credit for what was sold before is taken back, once for its source. */
export async function postCreditReversal(tx: Tx, { net, tax, isPlatformSale, context }: CreditReversalToPost): Promise<void> {
  if (!isPlatformSale) return post(tx, entryOf('customer_credit_reversal', { net, tax }, context))
  const isHeld = (await findTerms(tx, context.organizationId)).payoutAccount === null
  const { held, payable } = shareParts({ amount: net, isHeld })
  return post(tx, entryOf('platform_customer_credit_reversal', { net, tax, held, payable }, context))
}

// The credit is inserted once for its source, so its entry is always new.
function post(tx: Tx, entry: EntryDraft): Promise<void> {
  return sendAhead(async () => void (await postEntry(tx, entry)))
}
