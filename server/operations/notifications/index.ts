import type { Tx } from '#platform/database/database.ts'
import { type EnqueueDeps, enqueue } from '#platform/worker/enqueue.ts'
import type { OwnerNotification } from './actions/send-owner-notification.ts'
import { sendOwnerNotificationJob } from './jobs.ts'

/** Enqueues an email to the owners of an organization, in the transaction of the change that it reports. */
export async function enqueueOwnerNotification(
  tx: Tx,
  platform: EnqueueDeps,
  notification: Omit<OwnerNotification, 'at'> & { readonly now: Date },
): Promise<void> {
  const { now, ...rest } = notification
  await enqueue(tx, platform, sendOwnerNotificationJob, { ...rest, at: now.toISOString() })
}
