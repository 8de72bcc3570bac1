import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { mailReset } from './actions/mail-reset.ts'

/** Ordered for every address alike by `forgetPassword`. */
export const mailResetJob = job({
  kind: 'passwords:mail-reset',
  payload: z.object({ sealed: z.string() }),
  run: ({ sealed }, platform, { id }) => mailReset(platform, sealed, id),
})

export const jobs: readonly JobKind[] = [mailResetJob as JobKind]

export const listeners: readonly Listener[] = []
