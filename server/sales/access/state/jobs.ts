import { z } from 'zod'
import type { Tx } from '#platform/database/database.ts'
import { id } from '#platform/http/wire-parts.ts'
import { type Listener, on } from '#platform/outbox/listener.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { type ChangedCustomer, publishState } from './actions/publish-state.ts'

/** All changes within so many seconds are one event (rule S2). */
const COALESCED_SECONDS = 2

const publishJob = job({
  kind: 'customer-state:publish',
  payload: z.object({ organizationId: id, customerId: id }),
  run: (changed, platform) => publishState(platform, changed),
})

export const jobs: readonly JobKind[] = [publishJob] as JobKind[]

function enqueuePublication(tx: Tx, platform: Platform, changed: ChangedCustomer): Promise<void> {
  return enqueue(tx, platform, publishJob, changed, {
    delaySeconds: COALESCED_SECONDS,
    key: `${publishJob.kind}:${changed.customerId}`,
  })
}

export const listeners: readonly Listener[] = [
  on(
    ['customer.created', 'customer.updated', 'customer.deleted'],
    'customer-state:follow-customer',
    (tx, { organizationId, resourceId }, { platform }) =>
      enqueuePublication(tx, platform, { organizationId: organizationId ?? '', customerId: resourceId }),
  ),
  on(
    [
      ...(['subscription.created', 'subscription.updated', 'subscription.active', 'subscription.revoked'] as const),
      ...(['benefit_grant.created', 'benefit_grant.updated', 'benefit_grant.cycled', 'benefit_grant.revoked'] as const),
    ],
    'customer-state:follow-rights',
    (tx, { organizationId, payload }, { platform }) =>
      enqueuePublication(tx, platform, { organizationId: organizationId ?? '', customerId: payload.customer_id }),
  ),
]
