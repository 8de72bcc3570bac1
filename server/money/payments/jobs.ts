import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { processEvent, queryPayment, settleUnsettledPayments } from './actions/query-processor.ts'
import { resolveSandboxCharge } from './actions/resolve-sandbox-charge.ts'
import { resolveSandboxRefund } from './actions/resolve-sandbox-refund.ts'
import { duplicateRefundSpec, processEventSpec, queryPaymentSpec, sandboxDecisionSpec, sandboxRefundSpec } from './job-specs.ts'
import { returnDuplicate } from './refund-listeners.ts'

const SETTLE_EVERY_SECONDS = 30
/** A processor that hangs occupies each run for PROCESSOR_TIMEOUT; the jobs of other modules keep running. */
const SLOTS = 5
/** A run starts attempts for ten seconds; the last one may query twice, each time for at most PROCESSOR_TIMEOUT. */
const SETTLE_LEASE_SECONDS = 90

/** Settles attempts in doubt, and actions that were not completed within an hour. */
const settleUnsettledJob = job({
  kind: 'payments:settle-unsettled',
  payload: z.object({}),
  everySeconds: SETTLE_EVERY_SECONDS,
  leaseSeconds: SETTLE_LEASE_SECONDS,
  run: (_, platform) => settleUnsettledPayments(platform),
})

export const jobs: readonly JobKind[] = [
  job({ ...processEventSpec, slots: SLOTS, run: (payload, platform) => processEvent(platform, payload) }),
  job({ ...queryPaymentSpec, slots: SLOTS, run: (payload, platform) => queryPayment(platform, payload) }),
  job({
    ...duplicateRefundSpec,
    slots: SLOTS,
    run: ({ organizationId, paymentId }, platform) => returnDuplicate(platform, { organizationId, id: paymentId }),
  }),
  job({ ...sandboxDecisionSpec, run: (payload, platform) => resolveSandboxCharge(platform, payload) }),
  job({ ...sandboxRefundSpec, run: (payload, platform) => resolveSandboxRefund(platform, payload) }),
  settleUnsettledJob,
] as JobKind[]

export const listeners: readonly Listener[] = []
