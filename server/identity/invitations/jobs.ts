import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { mailInvitation } from './actions/mail-invitation.ts'

/** Ordered with each invitation; what it mails is read when it runs. */
export const mailInvitationJob = job({
  kind: 'invitations:mail',
  payload: z.object({ organizationId: z.string(), id: z.string() }),
  run: (payload, platform, { now }) => mailInvitation(platform, { ...payload, now }),
})

export const jobs: readonly JobKind[] = [mailInvitationJob as JobKind]

export const listeners: readonly Listener[] = []
