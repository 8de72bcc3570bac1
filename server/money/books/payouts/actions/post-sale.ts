import { type EntryContext, entryOf, postEntry } from '#money/books/ledger/index.ts'
import type { EntryAmounts, EntryDraft } from '#money/books/ledger/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import type { Platform } from '#platform/platform.ts'
import { platformSale } from '../rules.ts'
import { findTerms } from '../store.ts'

/** A paid order to post: its amounts as those of an organization that sells itself. */
export interface SaleToPost {
  readonly amounts: EntryAmounts<'sale'>
  readonly context: EntryContext
}

/**
 * Posts a sale: of the organization, or of the operator for it (rules L3, L4). A sale of zero posts nothing. Returns what the operator keeps,
 * in minor units; null where the organization sells itself.
 */
export async function postSale(tx: Tx, { settings }: Pick<Platform, 'settings'>, { amounts, context }: SaleToPost): Promise<number | null> {
  const isFree = amounts.net + amounts.tax === 0
  if (settings.MERCHANT_OF_RECORD === 'organization') {
    if (!isFree) await post(tx, entryOf('sale', amounts, context))
    return null
  }
  if (isFree) return 0
  const terms = await findTerms(tx, context.organizationId)
  const sale = platformSale(amounts, {
    terms: {
      basisPoints: terms.feeBasisPoints ?? settings.PLATFORM_FEE_BASIS_POINTS,
      fixed: terms.feeFixed ?? settings.PLATFORM_FEE_FIXED,
    },
    isHeld: terms.payoutAccount === null,
  })
  await post(tx, entryOf('platform_sale', sale.amounts, context))
  return sale.fee
}

// An order is posted by the transaction that inserts it, so its entry is always new.
function post(tx: Tx, entry: EntryDraft): Promise<void> {
  return sendAhead(async () => void (await postEntry(tx, entry)))
}
