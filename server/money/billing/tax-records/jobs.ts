import { z } from 'zod'
import { POLL_LEASE_SECONDS } from '#platform/attempt/poll.ts'
import { type Listener, on } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { recordSaleOf } from './actions/record-sale.ts'
import { sendRecords } from './actions/send-records.ts'

const SEND_EVERY_SECONDS = 30

/** Records sales, and what was given back of them, at the tax services that have taxed them. */
const sendRecordsJob = job({
  kind: 'tax-records:send',
  payload: z.object({}),
  everySeconds: SEND_EVERY_SECONDS,
  leaseSeconds: POLL_LEASE_SECONDS,
  run: (_, platform) => sendRecords(platform),
})

export const jobs: readonly JobKind[] = [sendRecordsJob] as JobKind[]

export const listeners: readonly Listener[] = [
  on(['order.paid'], 'tax-records:record-sale', async (tx, { organizationId, resourceId: id, payload }, { platform }) => {
    if (organizationId !== null && payload.tax_engine !== 'built_in')
      await recordSaleOf(tx, { organizationId, id }, platform.clock.now({ organizationId }))
  }),
]
