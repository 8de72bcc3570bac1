import { z } from 'zod'
import { findDueOrganizations, findNextDue } from '#money/billing/subscriptions/index.ts'
import { TaxUnanswered } from '#money/taxes/model.ts'
import { type Listener, on } from '#platform/outbox/listener.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueueAll, type KeyedJob } from '#platform/worker/enqueue.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import type { TimedWork } from '#platform/worker/timed-work.ts'
import { chargeOrder } from './actions/charge-order.ts'
import { retryWithNewMethod } from './actions/retry-with-new-method.ts'
import { revokeSubscriptionsOf } from './actions/revoke-subscriptions.ts'
import { BATCH, runDueSubscriptions } from './actions/run-due-subscriptions.ts'
import { billDueSpec, chargeOrderSpec } from './job-specs.ts'

const RUN_EVERY_SECONDS = 10
/** Organizations of one run; the rest wait for the next one. */
const ORGANIZATIONS = 100
/**
 * The lanes of an organization at most. A lane whose process ended waits for its lease, and the others go on with what it had locked: no
 * subscription belongs to a lane.
 */
const LANES = 20
/** Due subscriptions for each lane: fewer than a batch, so that an interrupted lane is one of several. */
const DUE_PER_LANE = 50
const LEASE_SECONDS = 10
/** The orders of an organization take their numbers one after the other, so more lanes in a process would wait for each other. */
const LANE_SLOTS = 1
/** Subscriptions of a lane whose last run did not come to an end: only its end clears the suspicion (decision 36). */
const SUSPECTED_BATCH = 20
/** After which a batch is billed whose taxes could not be worked out. */
const UNTAXED_SECONDS = 60
/** A processor that hangs occupies each charge for PROCESSOR_TIMEOUT; the jobs of other modules keep running. */
const CHARGE_SLOTS = 5

/** Divides what is due into lanes: jobs that each bill one batch and then let the other organizations take their turn. */
const runDue = job({
  kind: 'billing-cycle:run-due',
  payload: z.object({}),
  everySeconds: RUN_EVERY_SECONDS,
  leaseSeconds: LEASE_SECONDS,
  run: async (_, platform) => {
    const due = await findDueOrganizations(platform.database.db, platform, ORGANIZATIONS)
    const lanes = due.flatMap(({ organizationId, count }) =>
      Array.from({ length: Math.min(LANES, Math.ceil(count / DUE_PER_LANE)) }, (_, lane) => laneOf(organizationId, lane)),
    )
    await platform.database.transaction((tx) => enqueueAll(tx, platform, { spec: billDueSpec, jobs: lanes }))
  },
})

function laneOf(organizationId: string, lane: number): KeyedJob<{ organizationId: string }> {
  return [{ organizationId }, `${billDueSpec.kind}:${organizationId}:${lane}`]
}

/** Bills a batch, and again while there is more. The charges are jobs of their own. */
const billDue = job({
  ...billDueSpec,
  leaseSeconds: LEASE_SECONDS,
  slots: LANE_SLOTS,
  keepsKey: true,
  run: async ({ organizationId }, platform, { wasInterrupted }) => {
    const limit = wasInterrupted ? SUSPECTED_BATCH : BATCH
    try {
      const { worked } = await runDueSubscriptions(platform, organizationId, limit)
      return worked === limit ? { againInSeconds: 0 } : undefined
    } catch (error) {
      if (!(error instanceof TaxUnanswered)) throw error
      // Nothing is billed without its tax: the batch waits until the service answers.
      platform.log.warn('tax_service_unavailable', { organizationId })
      return { againInSeconds: UNTAXED_SECONDS }
    }
  },
})

export const jobs: readonly JobKind[] = [
  runDue,
  billDue,
  job({
    ...chargeOrderSpec,
    slots: CHARGE_SLOTS,
    run: (payload, platform, { attempt, wasInterrupted }) =>
      chargeOrder(platform, { ...payload, isResumed: attempt > 1 || wasInterrupted }),
  }),
] as JobKind[]

// The charge comes before the next step, as in real time: a test clock moves on when both are done.
async function runWithCharges(platform: Platform, organizationId: string): Promise<void> {
  for (let worked = 1; worked > 0; ) {
    const run = await runDueSubscriptions(platform, organizationId)
    for (const { id: paymentId } of run.attempts) await chargeOrder(platform, { organizationId, paymentId, isResumed: false })
    worked = run.worked
  }
}

export const timedWork: readonly TimedWork[] = [{ name: runDue.kind, nextAt: findNextDue, run: runWithCharges }]

export const listeners: readonly Listener[] = [
  on(['customer.deleted'], 'billing-cycle:revoke-subscriptions', (tx, { organizationId, resourceId }, { platform }) =>
    revokeSubscriptionsOf(tx, platform, { organizationId: organizationId ?? '', customerId: resourceId }),
  ),
  on(['payment_method.saved'], 'billing-cycle:retry-with-new-method', (tx, { payload }, { platform }) =>
    retryWithNewMethod(tx, platform, {
      organizationId: payload.organization_id,
      customerId: payload.customer_id,
      paymentMethodId: payload.payment_method_id,
    }),
  ),
]
