import { type Listener, on } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { revokeAuthorization } from './actions/revoke-authorization.ts'
import { unlinkCustomerAccount } from './actions/unlink-customer-account.ts'
import { revocationSpec } from './job-specs.ts'
import { accountProviders } from './model.ts'

/** Discord may hang: the jobs of other modules keep running. */
const REVOCATION_SLOTS = 5

export const jobs: readonly JobKind[] = [
  job({ ...revocationSpec, slots: REVOCATION_SLOTS, run: (request, platform) => revokeAuthorization(platform, request) }),
] as JobKind[]

/** The accounts of a deleted customer are personal data that nothing needs: grants store which account got their access. */
export const listeners: readonly Listener[] = [
  on(
    ['customer.deleted', 'customer.anonymized'],
    'linked-accounts:delete-accounts',
    async (tx, { payload: { id: customerId, organization_id: organizationId } }, { platform }) => {
      for (const provider of accountProviders) await unlinkCustomerAccount(tx, platform, { organizationId, customerId, provider })
    },
  ),
]
