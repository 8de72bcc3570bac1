import { type EntryContext, entryOf, postEntry } from '#money/ledger/index.ts'
import type { EntryDraft } from '#money/ledger/model.ts'
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

// The credit is inserted once for its source, so its entry is always new.
function post(tx: Tx, entry: EntryDraft): Promise<void> {
  return sendAhead(async () => void (await postEntry(tx, entry)))
}
