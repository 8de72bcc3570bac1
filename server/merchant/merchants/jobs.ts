import { emit } from '#platform/outbox/emit.ts'
import { type Listener, on } from '#platform/outbox/listener.ts'
import type { JobKind } from '#platform/worker/job.ts'
import { findMerchant } from './store.ts'
import { toOrganizationWire } from './wire.ts'

export const jobs: readonly JobKind[] = []

export const listeners: readonly Listener[] = [
  // Name, slug and logo are kept by the room of organizations, which knows no merchants: these hear of a change in their own words.
  on(['organization.changed'], 'merchants:tell-updated', async (tx, { resourceId: id }, { platform, now }) => {
    const merchant = await findMerchant(tx, [id], id)
    if (!merchant) return
    await emit(tx, platform, {
      name: 'organization.updated',
      organizationId: id,
      resourceId: id,
      payload: toOrganizationWire(merchant),
      now,
    })
  }),
]
