import { z } from 'zod'
import { POLL_LEASE_SECONDS } from '#platform/attempt/poll.ts'
import { type Listener, on } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import type { TimedWork } from '#platform/worker/timed-work.ts'
import { processEvent, queryPayment, settleUnsettledPayments } from './actions/query-processor.ts'
import { removeAtProcessors } from './actions/remove-at-processor.ts'
import { resolveSandboxCharge } from './actions/resolve-sandbox-charge.ts'
import { resolveSandboxDispute } from './actions/resolve-sandbox-dispute.ts'
import { resolveSandboxRefund } from './actions/resolve-sandbox-refund.ts'
import {
  duplicateRefundSpec,
  processEventSpec,
  queryPaymentSpec,
  sandboxDecisionSpec,
  sandboxDisputeSpec,
  sandboxRefundSpec,
} from './job-specs.ts'
import { removeAllMethods, removeStrangersMethods } from './methods/store.ts'
import { returnDuplicate } from './refund-listeners.ts'
import { nextPaymentStep } from './store.ts'

const SETTLE_EVERY_SECONDS = 30
const DETACH_EVERY_SECONDS = 60
/** A processor that hangs occupies each run for PROCESSOR_TIMEOUT; the jobs of other modules keep running. */
const SLOTS = 5

/** Settles attempts in doubt, and actions that were not completed within an hour. */
const settleUnsettledJob = job({
  kind: 'payments:settle-unsettled',
  payload: z.object({}),
  everySeconds: SETTLE_EVERY_SECONDS,
  leaseSeconds: POLL_LEASE_SECONDS,
  run: (_, platform) => settleUnsettledPayments(platform),
})

/** Removes at their processors the payment methods that were removed here. */
const detachMethodsJob = job({
  kind: 'payments:detach-methods',
  payload: z.object({}),
  everySeconds: DETACH_EVERY_SECONDS,
  leaseSeconds: POLL_LEASE_SECONDS,
  run: (_, platform) => removeAtProcessors(platform),
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
  job({ ...sandboxDisputeSpec, run: (payload, platform) => resolveSandboxDispute(platform, payload) }),
  job({ ...sandboxRefundSpec, run: (payload, platform) => resolveSandboxRefund(platform, payload) }),
  settleUnsettledJob,
  detachMethodsJob,
] as JobKind[]

export const timedWork: readonly TimedWork[] = [{ name: settleUnsettledJob.kind, nextAt: nextPaymentStep, run: settleUnsettledPayments }]

export const listeners: readonly Listener[] = [
  on(['customer.deleted'], 'payments:remove-methods', async (tx, { payload }, { platform }) => {
    const customer = { organizationId: payload.organization_id, customerId: payload.id }
    await removeAllMethods(tx, customer, platform.clock.now(customer))
  }),
  on(['customer.secured'], 'payments:remove-methods-of-strangers', (tx, { payload, happenedAt }) =>
    removeStrangersMethods(
      tx,
      { organizationId: payload.organization_id, customerId: payload.id },
      { wasTyped: payload.was_typed, verifiedAt: happenedAt },
    ),
  ),
]
