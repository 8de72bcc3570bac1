import type { EventTrigger } from '#emails/email.ts'
import { organizationEmails } from '#emails/index.ts'
import { type Listener, on } from '#platform/outbox/listener.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { sendNotification } from './actions/send-notification.ts'
import { queuedNotification } from './model.ts'

/** Sends one email about an organization. Enqueued for events, and by higher modules through `notify`. */
export const sendNotificationJob = job({
  kind: 'notifications:send',
  payload: queuedNotification,
  run: (notification, platform, { attempt }) => sendNotification(platform, notification, { isFirstAttempt: attempt === 1 }),
})

export const jobs: readonly JobKind[] = [sendNotificationJob as JobKind]

/** Each email that an event sends has a listener. */
export const listeners: readonly Listener[] = organizationEmails.flatMap(([key, { name, sentOn }]) =>
  sentOn ? [listenerOf(key, name, sentOn)] : [],
)

function listenerOf(email: string, name: string, { event, email: emailOf }: EventTrigger): Listener {
  return on([event], `notifications:${name}`, async (tx, received, { platform }) => {
    const { organizationId } = received
    if (organizationId === null) return
    const spec = emailOf(received)
    if (spec === null) return
    await enqueue(
      tx,
      platform,
      sendNotificationJob,
      { email, organizationId, happenedAt: received.happenedAt.toISOString(), ...spec },
      { key: spec.key },
    )
  })
}
