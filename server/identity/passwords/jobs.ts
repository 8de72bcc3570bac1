import { sql } from 'kysely'
import { z } from 'zod'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { RESET_SEAL, sendResetEmail } from './actions/send-reset-email.ts'

declareSealed(RESET_SEAL, { table: 'jobs', column: 'payload', path: ['sealed'], where: sql<boolean>`target.kind = 'passwords:mail-reset'` })

/** Sends one reset email. `forgetPassword` enqueues it for known and unknown emails alike. */
export const sendResetEmailJob = job({
  kind: 'passwords:mail-reset',
  payload: z.object({ sealed: z.string() }),
  run: ({ sealed }, platform, { id }) => sendResetEmail(platform, sealed, id),
})

export const jobs: readonly JobKind[] = [sendResetEmailJob as JobKind]

export const listeners: readonly Listener[] = []
