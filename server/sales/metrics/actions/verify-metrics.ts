import type { OpenDatabase } from '#platform/database/database.ts'
import { uncontrolled, type WorkControl } from '#platform/work-control.ts'
import { findFaults, type MetricFault, organizationsAfter } from '../verification/reads.ts'

/** Organizations that one look into the list finds. */
const BATCH = 100
/** Faults that are listed; further ones are only counted. */
const LISTED = 100

/** The result of a verification of the figures of metrics. */
export interface VerifyMetricsResult {
  readonly organizations: number
  readonly count: number
  /** The first ones. */
  readonly faults: readonly MetricFault[]
  /** Whether it was not stopped before the end. */
  readonly isComplete: boolean
}

/**
 * Recomputes the figures of every organization from its orders, refunds, checkouts and subscriptions, and compares them with what is stored. A
 * comparison is of one snapshot: what changes meanwhile is no fault. Ends after an organization when `control` ends it.
 */
export async function verifyMetrics({ db }: Pick<OpenDatabase, 'db'>, control: WorkControl = uncontrolled): Promise<VerifyMetricsResult> {
  const faults: MetricFault[] = []
  let [organizations, count] = [0, 0]
  for (let after: string | undefined; ; ) {
    const batch = await organizationsAfter(db, after, BATCH)
    for (const organizationId of batch) {
      const found = await findFaults(db, organizationId)
      count += found.length
      faults.push(...found.slice(0, LISTED - faults.length))
      organizations += 1
      if (control.signal.aborted) return { organizations, count, faults, isComplete: false }
      control.onProgress({ done: organizations, noun: 'organizations', share: null })
    }
    after = batch.at(-1)
    if (batch.length < BATCH) return { organizations, count, faults, isComplete: true }
  }
}
