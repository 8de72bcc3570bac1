import { refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { onCommit } from '#platform/database/transaction.ts'
import { retryDeadJob, retryDeadJobs } from '#platform/worker/store.ts'
import { operationRefusals } from '../refusals.ts'

/** Which jobs run again: one, all of a kind, or all. One of them is given. */
export interface Retrying {
  readonly jobId?: string | undefined
  readonly kind?: string | undefined
  readonly all?: true | undefined
}

/** Lets jobs that were given up run again at once, with all their attempts; gives how many. Refuses one that was not given up. */
export async function retryJobs(tx: Tx, by: AuditContext, { jobId, kind }: Retrying): Promise<number> {
  const { platform, now } = by
  const retried = jobId === undefined ? await retryDeadJobs(tx, now, kind) : Number(await retryDeadJob(tx, jobId, now))
  refuseWhen(jobId !== undefined && retried === 0, operationRefusals.jobNotFound)
  const details = { retried, kind: kind ?? null }
  const target = jobId === undefined ? {} : { target: { type: 'job', id: jobId } }
  await auditBy(tx, by, { action: 'job.retried', organizationId: null, details, ...target })
  onCommit(tx, platform.wake)
  return retried
}
