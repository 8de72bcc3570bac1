import { z } from 'zod'
import type { Listener } from '#platform/outbox/listen.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { sendLetter } from './actions/send-letter.ts'

/** Ordered by higher rooms through `writeLetter`. */
export const sendLetterJob = job({
  kind: 'letters:send',
  payload: z.object({ sealed: z.string(), key: z.string().optional() }),
  run: ({ sealed, key }, platform, { id }) => sendLetter(platform, sealed, `letter-${key ?? id}`),
})

export const jobs: readonly JobKind[] = [sendLetterJob as JobKind]

export const listeners: readonly Listener[] = []
