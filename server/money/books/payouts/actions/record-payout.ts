import { sum } from '#kernel/money.ts'
import { balanceOf, entryOf, postEntry } from '#money/books/ledger/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { payoutOf } from '../rules.ts'
import { lockTerms } from '../store.ts'

/** A payout that the operator has made. */
export interface PayoutToRecord {
  readonly organizationId: string
  readonly currency: string
  /** The operator's own name for it, such as the reference of a transfer: one is recorded once. */
  readonly reference: string
}

/** The outcome: what was paid out and what remains, in minor units, or why nothing was. */
export type PayoutOutcome =
  | { readonly kind: 'recorded'; readonly amount: number; readonly remaining: number }
  | { readonly kind: 'no_account' }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'too_small'; readonly available: number; readonly minimum: number }

/**
 * Records that the whole available balance of an organization was paid out. What was held for it is released first, since it has a
 * payout account.
 */
export async function recordPayout(tx: Tx, { clock, settings }: Platform, payout: PayoutToRecord): Promise<PayoutOutcome> {
  const { organizationId, currency, reference } = payout
  const terms = await lockTerms(tx, organizationId)
  if (terms.payoutAccount === null) return { kind: 'no_account' }
  const source = `payout:${reference}`
  const context = { organizationId, source, orderId: null, customerId: null, currency, now: clock.now({ organizationId }) }
  const owed = async (account: 'org_held' | 'org_payable') => -(await balanceOf(tx, { organizationId, account, currency }))
  const [held, payable] = [await owed('org_held'), await owed('org_payable')]
  const minimum = settings.PAYOUT_MINIMUM
  const available = sum([held, payable])
  const { payout: amount, remaining } = payoutOf(available, minimum)
  if (amount === 0) return { kind: 'too_small', available, minimum }
  // First, because a repeated reference must release nothing.
  if (!(await postEntry(tx, entryOf('payout', { amount }, context)))) return { kind: 'repeated' }
  const released = { held: Math.max(0, held), lessHeld: Math.max(0, -held) }
  if (held !== 0) await postEntry(tx, entryOf('release', released, context))
  return { kind: 'recorded', amount, remaining }
}
