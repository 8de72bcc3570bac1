import { sql } from 'kysely'
import { z } from 'zod'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import { type Listener, on } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { CODE_SEAL } from './actions/enqueue-session-code.ts'
import { sendSessionCode } from './actions/send-session-code.ts'
import { deleteCodesOf, deleteExpiredCodes } from './codes/store.ts'
import { deleteChangesOf, deleteExpiredChanges, deleteExpiredReturns, deleteReturnsOf } from './email-updates/store.ts'
import { sendSessionCodeSpec } from './job-specs.ts'
import { deleteExpiredSessions, deleteSessionsOf } from './store.ts'

const DAY_SECONDS = 86_400

declareSealed(CODE_SEAL, {
  table: 'jobs',
  column: 'payload',
  path: ['sealed'],
  where: sql<boolean>`target.kind = 'customer-sessions:send-code'`,
})

const deleteSessions = job({
  kind: 'customer-sessions:forget-expired',
  payload: z.object({}),
  everySeconds: DAY_SECONDS,
  run: (_, platform, { now }) =>
    platform.database.transaction(async (tx) => {
      await deleteExpiredSessions(tx, new Date(now.getTime() - DAY_SECONDS * 1000))
      await deleteExpiredCodes(tx, now)
      await deleteExpiredChanges(tx, now)
      await deleteExpiredReturns(tx, now)
    }),
})

export const jobs: readonly JobKind[] = [
  deleteSessions,
  job({ ...sendSessionCodeSpec, run: ({ sealed }, platform, { id }) => sendSessionCode(platform, sealed, id) }),
] as JobKind[]

export const listeners: readonly Listener[] = [
  // All hold an email, which goes with the personal data of its customer.
  on(
    ['customer.anonymized'],
    'customer-sessions:erase-emails',
    async (tx, { payload: { organization_id: organizationId, id: customerId } }) => {
      await deleteCodesOf(tx, { organizationId, customerId })
      await deleteChangesOf(tx, { organizationId, customerId })
      await deleteReturnsOf(tx, { organizationId, customerId })
      await deleteSessionsOf(tx, { organizationId, customerId })
    },
  ),
  // Sessions that were opened by an external id which was not the customer's.
  on(['customer.external_id_removed'], 'customer-sessions:end-sessions', (tx, { payload }) =>
    deleteSessionsOf(tx, { organizationId: payload.organization_id, customerId: payload.id }),
  ),
]
