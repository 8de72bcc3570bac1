import type { WebhookEventType } from '#contract/webhook-events.ts'
import { newId, PLATFORM_ID } from '#kernel/id.ts'
import { ValidationRefusal } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { withinLimit } from '#platform/resource/limit.ts'
import type { WebhookEndpoint, WebhookFormat } from '../model.ts'
import { SECRET_PURPOSE } from '../payload.ts'
import { endpointLimit, operatorEndpointLimit, webhookEndpoints } from '../store.ts'

/** A new endpoint of an organization, or of the platform (`PLATFORM_ID`). */
export interface CreateWebhookEndpointInput {
  readonly organizationId: string
  readonly url: string
  readonly format: WebhookFormat
  readonly secret: string
  readonly events: readonly WebhookEventType[]
  readonly additionalEvents: readonly string[]
}

/** Refuses a URL that deliveries may not be sent to (422 at `["body","url"]`). */
export function refuseForbiddenUrl(platform: Platform, url: string): void {
  const reason = platform.outbound.refusalOf(url)
  if (reason !== undefined) throw new ValidationRefusal([{ loc: ['body', 'url'], msg: reason, type: 'value_error' }])
}

/** Creates an endpoint within the limit; events from now on are delivered to it. */
export async function createWebhookEndpoint(tx: Tx, by: AuditContext, input: CreateWebhookEndpointInput): Promise<WebhookEndpoint> {
  const { platform } = by
  const now = platform.clock.now({ organizationId: input.organizationId })
  refuseForbiddenUrl(platform, input.url)
  const endpoint: WebhookEndpoint = {
    organizationId: input.organizationId,
    id: newId(now),
    url: input.url,
    format: input.format,
    sealedSecret: platform.secrets.seal(SECRET_PURPOSE, input.secret),
    previousSealedSecret: null,
    previousSecretUntil: null,
    events: [...new Set(input.events)],
    additionalEvents: [...new Set(input.additionalEvents)],
    isEnabled: true,
    disabledReason: null,
    failedInARow: 0,
    failingSince: null,
    createdAt: now,
    modifiedAt: null,
    deletedAt: null,
  }
  const limit = input.organizationId === PLATFORM_ID ? operatorEndpointLimit : endpointLimit
  await withinLimit(platform, { limit, owner: input.organizationId }, (organization_id) =>
    webhookEndpoints.insert(tx, endpoint, { organization_id }),
  )
  await recordAudit(tx, by, auditEntryOf('webhook_endpoint.created', endpoint))
  return endpoint
}

/** The audit entry of an action on an endpoint; of the operator's, in the log of the platform alone. */
export function auditEntryOf(action: string, endpoint: WebhookEndpoint): Parameters<typeof recordAudit>[2] {
  return {
    action,
    organizationId: endpoint.organizationId === PLATFORM_ID ? null : endpoint.organizationId,
    target: { type: 'webhook_endpoint', id: endpoint.id },
    details: { url: endpoint.url },
  }
}
