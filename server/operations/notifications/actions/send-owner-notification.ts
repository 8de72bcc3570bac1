import { webhookDisabled } from '#emails/webhook-disabled.ts'
import { findOwners } from '#identity/organizations/index.ts'
import type { Platform } from '#platform/platform.ts'

/** A notification to the owners of an organization: one of its webhook endpoints was disabled. */
export interface OwnerNotification {
  readonly organizationId: string
  readonly endpointId: string
  readonly endpoint: string
  readonly reason: 'gone' | 'failing' | 'silent'
  /** When the endpoint was disabled, ISO 8601. The same endpoint with a later time is another notification. */
  readonly at: string
}

/** Emails each owner. The message ids are derived from the notification and the owner, so that a duplicate can be recognized. */
export async function sendOwnerNotification(platform: Platform, notification: OwnerNotification): Promise<void> {
  const found = await findOwners(platform.database.db, notification.organizationId)
  if (!found) return
  const page = `${platform.settings.BASE_URL}/dashboard/${found.slug}/developers/webhooks/${notification.endpointId}`
  const composed = webhookDisabled.compose({ ...notification, language: 'en', organization: found.organization, page })
  for (const owner of found.owners) {
    const id = `webhook-disabled-${notification.endpointId}-${Date.parse(notification.at)}-${owner.id}`
    await platform.mailer.send({ to: owner.email, template: webhookDisabled.name, ...composed }, id, platform.clock.now())
  }
}
