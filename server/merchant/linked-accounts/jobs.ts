import { type Listener, on } from '#platform/outbox/listener.ts'
import type { JobKind } from '#platform/worker/job.ts'
import { deleteLinkedAccountsOf } from './store.ts'

export const jobs: readonly JobKind[] = []

/** The accounts of a deleted customer are personal data that nothing needs: grants store which account got their access. */
export const listeners: readonly Listener[] = [
  on(['customer.deleted', 'customer.anonymized'], 'linked-accounts:delete-accounts', (tx, { payload: { id, organization_id } }) =>
    deleteLinkedAccountsOf(tx, { organizationId: organization_id, customerId: id }),
  ),
]
