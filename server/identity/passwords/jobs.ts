import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { sendResetEmail } from './actions/send-reset-email.ts'

/** Sends one reset email. `forgetPassword` enqueues it for known and unknown emails alike. */
export const sendResetEmailJob = job({
  kind: 'passwords:mail-reset',
  payload: z.object({ sealed: z.string() }),
  run: ({ sealed }, platform, { id }) => sendResetEmail(platform, sealed, id),
})

export const jobs: readonly JobKind[] = [sendResetEmailJob as JobKind]

export const listeners: readonly Listener[] = []
