import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { sendInvitation } from './actions/send-invitation.ts'

/** Enqueued with each invitation; it reads the invitation when it runs. */
export const sendInvitationJob = job({
  kind: 'invitations:mail',
  payload: z.object({ organizationId: z.string(), id: z.string() }),
  run: (payload, platform, { now }) => sendInvitation(platform, { ...payload, now }),
})

export const jobs: readonly JobKind[] = [sendInvitationJob as JobKind]

export const listeners: readonly Listener[] = []
