import { z } from 'zod'
import { type Listener, on } from '#platform/outbox/listener.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { anonymizeCustomer } from './actions/anonymize-customer.ts'

const anonymizeJob = job({
  kind: 'privacy:anonymize-customer',
  payload: z.object({
    organizationId: z.string(),
    customerId: z.string(),
    email: z.string().nullish(),
    externalId: z.string().nullish(),
  }),
  run: (customer, platform) => anonymizeCustomer(platform, customer),
})

export const jobs: readonly JobKind[] = [anonymizeJob as JobKind]

export const listeners: readonly Listener[] = [
  on(['customer.anonymized'], 'privacy:anonymize-customer', async (tx, { payload }, { platform }) => {
    const { id: customerId, organization_id: organizationId, former_email: email, external_id: externalId } = payload
    await enqueue(tx, platform, anonymizeJob, { organizationId, customerId, email, externalId }, { key: `privacy:${customerId}` })
  }),
]
