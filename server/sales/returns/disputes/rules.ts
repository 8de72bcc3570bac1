import type { Dispute as FoundDispute } from '#money/payments/model.ts'
import { type Dispute, isResolved } from './model.ts'

/** The effect of a change of a dispute on the books and the order of its payment. */
export type DisputeEffect = 'open' | 'win' | 'lose'

/** A dispute after what its processor says, and the effects in their order; null where nothing has changed. */
export interface AppliedDispute {
  readonly next: Dispute
  readonly effects: readonly DisputeEffect[]
  /** The fee that its opening posts or has posted, in minor units; that of `next` is what the processor keeps. */
  readonly openedFee: number
}

/**
 * Applies what a processor says about a dispute (rule W8). `stored` is undefined for a new one, of which `opened` is the record. A resolved
 * dispute stays as it is: later answers are stale.
 */
export function applyDispute(
  stored: Dispute | undefined,
  { found, opened, now }: { readonly found: FoundDispute; readonly opened: Dispute; readonly now: Date },
): AppliedDispute | null {
  const { feeAmount: openedFee } = stored ?? opened
  if (!stored) return { next: opened, effects: ['open', ...resolutionOf(opened)], openedFee }
  if (isResolved(stored.status)) return null
  const { status, reason, evidenceDueBy } = found
  const feeAmount = isResolved(status) ? found.feeAmount : openedFee
  const isSame = status === stored.status && reason === stored.reason && evidenceDueBy?.getTime() === stored.evidenceDueBy?.getTime()
  if (isSame) return null
  const next = { ...stored, status, reason, evidenceDueBy, feeAmount, modifiedAt: now }
  return { next, effects: resolutionOf(next), openedFee }
}

function resolutionOf({ status }: Pick<Dispute, 'status'>): readonly DisputeEffect[] {
  if (status === 'won') return ['win']
  return status === 'lost' ? ['lose'] : []
}

/** Whether the time for evidence has passed. */
export function isPastDue({ evidenceDueBy }: Pick<Dispute, 'evidenceDueBy'>, now: Date): boolean {
  return evidenceDueBy !== null && evidenceDueBy.getTime() < now.getTime()
}
