import { emit } from '#platform/outbox/emit.ts'
import { type Listener, on } from '#platform/outbox/listener.ts'
import type { JobKind } from '#platform/worker/job.ts'
import { findMerchant } from './store.ts'
import { toOrganizationWire } from './wire.ts'

export const jobs: readonly JobKind[] = []

export const listeners: readonly Listener[] = [
  // Name, slug and logo belong to the organizations module, which does not know merchants: its event is published again as the merchant's.
  on(['organization.changed'], 'merchants:tell-updated', async (tx, { resourceId: id }, { platform }) => {
    const merchant = await findMerchant(tx, [id], id)
    if (!merchant) return
    await emit(tx, platform, {
      name: 'organization.updated',
      organizationId: id,
      resourceId: id,
      payload: toOrganizationWire(merchant),
      now: platform.clock.now({ organizationId: id }),
    })
  }),
]
