import { newId } from '#kernel/id.ts'
import { ValidationRefusal } from '#kernel/refusal.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { WebhookEndpoint, WebhookEventType, WebhookFormat } from '../model.ts'
import { insertWebhookEndpoint } from '../store.ts'

/** Seals webhook secrets; changing it would make every stored one unreadable. */
export const SECRET_PURPOSE = 'webhook-secret'

/** What a new endpoint is made of. */
export interface NewWebhookEndpoint {
  readonly organizationId: string
  readonly url: string
  readonly format: WebhookFormat
  readonly secret: string
  readonly events: readonly WebhookEventType[]
  readonly additionalEvents: readonly string[]
}

/** Refuses an address that deliveries may not go to (422 at `["body","url"]`). */
export function refuseForbiddenUrl(platform: Platform, url: string): void {
  const reason = platform.outbound.refusalOf(url)
  if (reason !== undefined) throw new ValidationRefusal([{ loc: ['body', 'url'], msg: reason, type: 'value_error' }])
}

/** Makes an endpoint; events told from now on are delivered to it. */
export async function createWebhookEndpoint(tx: Tx, by: AuditContext, wanted: NewWebhookEndpoint): Promise<WebhookEndpoint> {
  const { platform, now } = by
  refuseForbiddenUrl(platform, wanted.url)
  const endpoint: WebhookEndpoint = {
    organizationId: wanted.organizationId,
    id: newId(now),
    url: wanted.url,
    format: wanted.format,
    sealedSecret: platform.secrets.seal(SECRET_PURPOSE, wanted.secret),
    previousSealedSecret: null,
    previousSecretUntil: null,
    events: [...new Set(wanted.events)],
    additionalEvents: [...new Set(wanted.additionalEvents)],
    isEnabled: true,
    disabledReason: null,
    failedInARow: 0,
    failingSince: null,
    createdAt: now,
    modifiedAt: null,
  }
  await insertWebhookEndpoint(tx, endpoint)
  await auditBy(tx, by, done('webhook_endpoint.created', endpoint))
  return endpoint
}

/** What the audit log says was done to an endpoint. */
export function done(action: string, endpoint: WebhookEndpoint): Parameters<typeof auditBy>[2] {
  return {
    action,
    organizationId: endpoint.organizationId,
    target: { type: 'webhook_endpoint', id: endpoint.id },
    details: { url: endpoint.url },
  }
}
