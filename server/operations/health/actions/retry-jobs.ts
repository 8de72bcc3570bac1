import { refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { onCommit } from '#platform/database/transaction.ts'
import { retryDeadJob, retryDeadJobs } from '#platform/worker/store.ts'
import { operationRefusals } from '../refusals.ts'

/** The dead jobs to retry: one, all of a kind, or all. Exactly one field is set. */
export interface RetryJobsInput {
  readonly jobId?: string | undefined
  readonly kind?: string | undefined
  readonly all?: true | undefined
}

/** Retries dead jobs at once, with all their attempts; returns how many. Refuses a job that is not dead. */
export async function retryJobs(tx: Tx, by: AuditContext, { jobId, kind }: RetryJobsInput): Promise<number> {
  const { platform } = by
  const retried =
    jobId === undefined ? await retryDeadJobs(tx, platform.clock, kind) : Number(await retryDeadJob(tx, jobId, platform.clock))
  refuseWhen(jobId !== undefined && retried === 0, operationRefusals.jobNotFound)
  const details = { retried, kind: kind ?? null }
  const target = jobId === undefined ? {} : { target: { type: 'job', id: jobId } }
  await recordAudit(tx, by, { action: 'job.retried', organizationId: null, details, ...target })
  onCommit(tx, platform.wake)
  return retried
}
