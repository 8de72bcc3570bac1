import { type Listener, on } from '#platform/outbox/listener.ts'
import type { JobKind } from '#platform/worker/job.ts'
import { withdrawAccess } from './actions/withdraw-access.ts'

export const jobs: readonly JobKind[] = []

export const listeners: readonly Listener[] = [
  on(['dispute.resolved'], 'disputes:withdraw-access', async (tx, { organizationId, resourceId, payload }, { platform }) => {
    if (payload.status !== 'lost') return
    await withdrawAccess(tx, platform, { organizationId: organizationId ?? '', disputeId: resourceId, orderId: payload.order_id })
  }),
]
