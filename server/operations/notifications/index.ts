import type { OrganizationEmailName, ValuesOf } from '#emails/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { type EnqueueDeps, enqueue } from '#platform/worker/enqueue.ts'
import { sendNotificationJob } from './jobs.ts'

/** An email about an organization. */
export interface Notification<N extends OrganizationEmailName> {
  readonly email: N
  readonly organizationId: string
  /** The email of the recipient; null if the owners of the organization get it. */
  readonly to: string | null
  readonly values: ValuesOf<N>
  /** Unique per notification: one with the key of a waiting one is not queued again. The message ids are derived from it. */
  readonly key: string
}

/** Enqueues an email about an organization, in the transaction of the change that it reports. */
export async function notify<N extends OrganizationEmailName>(tx: Tx, platform: EnqueueDeps, notification: Notification<N>): Promise<void> {
  await enqueue(tx, platform, sendNotificationJob, notification, { key: notification.key })
}
