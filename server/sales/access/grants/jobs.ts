import { z } from 'zod'
import type { Tx } from '#platform/database/database.ts'
import { type Listener, on } from '#platform/outbox/listener.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue, enqueueAll } from '#platform/worker/enqueue.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import type { TimedWork } from '#platform/worker/timed-work.ts'
import { applyOutsideAccess } from './actions/apply-outside-access.ts'
import { cycleGrants } from './actions/cycle-grants.ts'
import { reconcileGrants } from './actions/reconcile-grants.ts'
import { resumeGrants } from './actions/resume-grants.ts'
import { reviewScopes } from './actions/review-scopes.ts'
import { reconciliationOf, spreadScopes } from './actions/spread-scopes.ts'
import { updateReissuedGrant } from './actions/update-reissued-grant.ts'
import { typesOfProvider } from './adapters/kinds/index.ts'
import { cycleSpec, outsideJobOf, outsideSpec, reconcileSpec, reviewPageSpec, type SpreadRequest, spreadSpec } from './job-specs.ts'
import type { GrantScope } from './model.ts'
import { findDueAttempts, findEndedScopes, findNextDue } from './store.ts'

/** The number of due items that one run works on; the rest waits for the next one. */
const DUE = 500
const RUN_EVERY_SECONDS = 10
const DAY_SECONDS = 86_400
/** A service that hangs occupies each run for some ten seconds a call; the jobs of other modules keep running. */
const OUTSIDE_SLOTS = 10
/** One step is four calls at most. */
const OUTSIDE_LEASE_SECONDS = 120

/** Runs the work of grants that is due at an instant: access that ends with the grace period, and attempts that follow failed ones. */
const runDue = job({
  kind: 'grants:run-due',
  payload: z.object({}),
  everySeconds: RUN_EVERY_SECONDS,
  run: async (_, platform) => {
    const { db } = platform.database
    const scopes = await findEndedScopes(db, platform, { limit: DUE })
    const attempts = await findDueAttempts(db, platform, { limit: DUE })
    await platform.database.transaction(async (tx) => {
      await enqueueAll(tx, platform, { spec: reconcileSpec, jobs: scopes.map(reconciliationOf) })
      await enqueueAll(tx, platform, { spec: outsideSpec, jobs: attempts.map(outsideJobOf) })
    })
  },
})

/** A second pair of eyes: what was sold lately is compared once a day with what was granted, in case that an event was lost. */
const review = job({
  kind: 'grants:review',
  payload: z.object({}),
  everySeconds: DAY_SECONDS,
  run: (_, platform) => reviewScopes(platform, { after: null }),
})

export const jobs: readonly JobKind[] = [
  runDue,
  review,
  job({ ...reconcileSpec, run: (scope, platform) => reconcileGrants(platform, scope) }),
  job({ ...cycleSpec, run: (request, platform) => cycleGrants(platform, request) }),
  job({ ...spreadSpec, run: (request, platform) => spreadScopes(platform, request) }),
  job({ ...reviewPageSpec, run: (request, platform) => reviewScopes(platform, request) }),
  job({
    ...outsideSpec,
    slots: OUTSIDE_SLOTS,
    leaseSeconds: OUTSIDE_LEASE_SECONDS,
    run: async (request, platform) => ((await applyOutsideAccess(platform, request)) ? { againInSeconds: 0 } : undefined),
  }),
] as JobKind[]

// An item that was worked on is not due any more: an attempt that fails is due later.
async function runDueOf(platform: Platform, organizationId: string): Promise<void> {
  const { db } = platform.database
  for (let worked = DUE; worked === DUE; ) {
    const due = { organizationId, limit: DUE }
    const scopes = await findEndedScopes(db, platform, due)
    for (const scope of scopes) await reconcileGrants(platform, scope)
    const attempts = await findDueAttempts(db, platform, due)
    for (const request of attempts) while (await applyOutsideAccess(platform, request));
    worked = Math.max(scopes.length, attempts.length)
  }
}

export const timedWork: readonly TimedWork[] = [{ name: runDue.kind, nextAt: findNextDue, run: runDueOf }]

function enqueueReconciliation(tx: Tx, platform: Platform, scope: GrantScope): Promise<void> {
  return enqueueAll(tx, platform, { spec: reconcileSpec, jobs: [reconciliationOf(scope)] })
}

function enqueueSpread(tx: Tx, platform: Platform, { organizationId, selector }: Omit<SpreadRequest, 'after'>): Promise<void> {
  const key = `${spreadSpec.kind}:${JSON.stringify(selector)}`
  return enqueue(tx, platform, spreadSpec, { organizationId, selector, after: null }, { key })
}

export const listeners: readonly Listener[] = [
  on(['order.paid'], 'grants:follow-order', async (tx, { organizationId, resourceId, payload }, { platform }) => {
    const scope = { organizationId: organizationId ?? '', orderId: null, subscriptionId: payload.subscription_id }
    if (payload.subscription_id === null) return enqueueReconciliation(tx, platform, { ...scope, orderId: resourceId })
    if (payload.billing_reason !== 'subscription_cycle') return enqueueReconciliation(tx, platform, scope)
    const cycled = { organizationId: scope.organizationId, orderId: resourceId }
    await enqueue(tx, platform, cycleSpec, cycled, { key: `${cycleSpec.kind}:${resourceId}` })
  }),
  on(
    ['subscription.created', 'subscription.updated', 'subscription.active', 'subscription.revoked'],
    'grants:follow-subscription',
    (tx, { organizationId, resourceId }, { platform }) =>
      enqueueReconciliation(tx, platform, { organizationId: organizationId ?? '', orderId: null, subscriptionId: resourceId }),
  ),
  on(['benefit.updated', 'benefit.deleted'], 'grants:follow-benefit', (tx, { organizationId, resourceId }, { platform }) =>
    enqueueSpread(tx, platform, { organizationId: organizationId ?? '', selector: { benefitId: resourceId } }),
  ),
  on(['product.benefits_changed'], 'grants:follow-product', (tx, { organizationId, resourceId }, { platform }) =>
    enqueueSpread(tx, platform, { organizationId: organizationId ?? '', selector: { productId: resourceId } }),
  ),
  on(['customer.deleted'], 'grants:follow-customer', (tx, { organizationId, resourceId }, { platform }) =>
    enqueueSpread(tx, platform, { organizationId: organizationId ?? '', selector: { customerId: resourceId } }),
  ),
  on(['customer.account_linked'], 'grants:follow-account', async (tx, { payload }, { platform }) => {
    const { organization_id: organizationId, customer_id: customerId, provider } = payload
    for (const type of typesOfProvider(provider)) await resumeGrants(tx, platform, { organizationId, customerId, type })
  }),
  on(['license_key.reissued'], 'grants:follow-key', (tx, { payload }, { platform }) =>
    updateReissuedGrant(tx, platform, {
      organizationId: payload.organization_id,
      grantId: payload.grant_id,
      licenseKeyId: payload.license_key_id,
      displayKey: payload.display_key,
    }),
  ),
]
