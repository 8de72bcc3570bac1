import { sql } from 'kysely'
import { z } from 'zod'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { sendEmail } from './actions/send-email.ts'
import { EMAIL_SEAL } from './model.ts'

declareSealed(EMAIL_SEAL, { table: 'jobs', column: 'payload', path: ['sealed'], where: sql<boolean>`target.kind = 'mail:send'` })

/** Sends one queued email. Higher modules enqueue it through `queueEmail`. */
export const sendEmailJob = job({
  kind: 'mail:send',
  payload: z.object({ sealed: z.string(), key: z.string().optional() }),
  run: ({ sealed, key }, platform, { id }) => sendEmail(platform, sealed, `letter-${key ?? id}`),
})

export const jobs: readonly JobKind[] = [sendEmailJob as JobKind]

export const listeners: readonly Listener[] = []
