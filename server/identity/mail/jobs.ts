import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { sendEmail } from './actions/send-email.ts'

/** Sends one queued email. Higher modules enqueue it through `queueEmail`. */
export const sendEmailJob = job({
  kind: 'mail:send',
  payload: z.object({ sealed: z.string(), key: z.string().optional() }),
  run: ({ sealed, key }, platform, { id }) => sendEmail(platform, sealed, `letter-${key ?? id}`),
})

export const jobs: readonly JobKind[] = [sendEmailJob as JobKind]

export const listeners: readonly Listener[] = []
