import { entriesOfSources, entryDifference, type LedgerFault } from '#money/books/ledger/index.ts'
import type { Entry } from '#money/books/ledger/model.ts'
import type { Database } from '#platform/database/database.ts'
import { uncontrolled, type WorkControl, workInBatches } from '#platform/work-control.ts'
import { creditedAmount } from '../model.ts'
import { refundsAfter, refundsAmong, type StoredRefund } from '../reads.ts'
import { refundBalances } from '../rules.ts'

/** Refunds per batch. */
const BATCH = 500

/** The result of a verification of the refunds. */
export interface VerifyRefundsResult {
  /** Refunds that were verified. */
  readonly refunds: number
  readonly faults: readonly LedgerFault[]
  /** Whether it was not stopped before the end. */
  readonly isComplete: boolean
}

/**
 * Compares every refund of every organization with its entries: one that succeeded has posted exactly what it returned and credited, one that
 * the bank sent back has posted the reverse as well, and any other has posted nothing. Ends after a batch when `control` ends it.
 */
export async function verifyRefunds(db: Database, control: WorkControl = uncontrolled): Promise<VerifyRefundsResult> {
  const faults: LedgerFault[] = []
  const { done: refunds, isComplete } = await workInBatches<StoredRefund>(
    {
      noun: 'refunds',
      size: BATCH,
      read: (last, size) => refundsAfter(db, last, size),
      work: async (batch) => {
        faults.push(...(await lastingFaultsOf(db, batch)))
        return batch.length
      },
    },
    control,
  )
  return { refunds, faults, isComplete }
}

// A refund may change between the statements that read it and its entries: what seems wrong is read again.
async function lastingFaultsOf(db: Database, refunds: readonly StoredRefund[]): Promise<LedgerFault[]> {
  const suspects = (await faultsOf(db, refunds)).map(({ refundId }) => refundId)
  if (suspects.length === 0) return []
  return (await faultsOf(db, await refundsAmong(db, suspects))).map(({ refundId: _, ...fault }) => fault)
}

async function faultsOf(db: Database, refunds: readonly StoredRefund[]): Promise<(LedgerFault & { readonly refundId: string })[]> {
  const sources = refunds.map(({ id }) => sourceOf(id))
  const organizationIds = [...new Set(refunds.map(({ organizationId }) => organizationId))]
  const entries = Map.groupBy(await entriesOfSources(db, organizationIds, sources), ({ source }) => source)
  return refunds.flatMap((refund) => {
    const { organizationId, orderId, id: refundId } = refund
    const own = entries.get(sourceOf(refundId)) ?? []
    const posted = own.find(({ kind }) => !kind.endsWith('_reversal'))
    const reversal = own.find(({ kind }) => kind.endsWith('_reversal'))
    const fault = (entryId: string | null, sentence: string) => ({ organizationId, orderId, entryId, refundId, sentence })
    const compare = (entry: typeof posted, sign: 1 | -1) => {
      const difference = entry && entryDifference(entry, refundBalances(refund, sign, sign === -1 ? lostOf(entry, refund) : 0))
      return difference ? [fault(entry.id, `of refund ${refundId}: ${difference}`)] : []
    }
    const hasSucceeded = refund.status === 'succeeded'
    return [
      ...(hasSucceeded && !posted ? [fault(null, `of refund ${refundId}: it has succeeded and has no entry`)] : []),
      ...(hasSucceeded || !posted || reversal ? [] : [fault(posted.id, `of refund ${refundId}: it is ${refund.status} and has an entry`)]),
      ...compare(posted, 1),
      ...compare(reversal, -1),
    ]
  })
}

// The entry alone says how much of its credit a customer had left at the time; never more than the refund gave.
function lostOf({ postings }: Pick<Entry, 'postings'>, refund: StoredRefund): number {
  const writtenOff = postings.find(({ account }) => account === 'write_off')?.amount ?? 0
  return Math.min(Math.max(0, writtenOff), creditedAmount(refund))
}

const sourceOf = (refundId: string) => `refund:${refundId}`
