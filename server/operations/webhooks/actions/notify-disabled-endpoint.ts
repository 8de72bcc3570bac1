import { queueEmail } from '#identity/mail/index.ts'
import { lockAdministrators } from '#identity/users/index.ts'
import { emailLanguageOf } from '#identity/users/model.ts'
import { PLATFORM_ID } from '#kernel/id.ts'
import { notify } from '#operations/notifications/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { DisabledReason, WebhookEndpoint } from '../model.ts'

/** An endpoint that was disabled because its receiver fails, and when. */
export interface DisabledEndpoint {
  readonly endpoint: WebhookEndpoint
  readonly reason: Exclude<DisabledReason, 'merchant'>
  readonly now: Date
}

/** Queues the email about a disabled endpoint: to the owners of its organization, or to the administrators of the platform. */
export async function notifyDisabledEndpoint(tx: Tx, platform: Platform, { endpoint, reason, now }: DisabledEndpoint): Promise<void> {
  const { organizationId, id: endpointId, url } = endpoint
  const key = `webhook-disabled:${endpointId}:${now.getTime()}`
  if (organizationId !== PLATFORM_ID)
    return notify(tx, platform, {
      email: 'webhookDisabled',
      organizationId,
      to: null,
      values: { endpointId, endpoint: url, reason },
      key,
    })
  const administrators = (await lockAdministrators(tx)).filter(({ emailVerified, banned }) => emailVerified && !banned)
  const values = { url: `${platform.settings.BASE_URL}/admin/webhooks/${endpointId}`, endpoint: url, reason }
  for (const user of administrators)
    await queueEmail(tx, platform, {
      email: 'operatorWebhookDisabled',
      to: user.email,
      language: emailLanguageOf(user),
      values,
      key: `${key}:${user.id}`,
    })
}
